extension OperatorFile {
  /// Returns why a repository's file can't choose a channel; nil if it can.
  ///
  /// - Parameters:
  ///   - choice: of the repository's file.
  ///   - repository: its name; nil if it is unknown.
  /// - Returns: a sentence for the repository's people and the operator.
  func refusal(of choice: ChannelChoice, for repository: String?) -> String? {
    let entry = notifications.first { $0.name == choice.to && $0.isOptIn }
    let isOffered = entry.map { entry in
      entry.repositories.isEmpty || repository.map(entry.repositories.include) ?? true
    }
    guard isOffered != true else { return nil }
    return "'\(choice.to)' isn't a channel for this repository: the operator's file offers one by "
      + "an entry of 'notifications' with 'name: \(choice.to)', 'opt-in: true' and 'repositories'"
  }
}
