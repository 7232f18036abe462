extension Check.State {
  /// Reads a state of GitHub's statuses or a conclusion of its check runs, which share their words.
  package init(word: String) {
    self = Self.words[word] ?? .unknown(word)
  }

  /// The word that reads back as this state.
  package var word: String {
    if case .unknown(let word) = self { return word }
    return Self.words.filter { $0.value == self }.keys.sorted().last ?? "pending"
  }

  private static let words: [String: Check.State] = [
    "pending": .pending, "expected": .pending, "success": .success, "neutral": .neutral,
    "skipped": .skipped, "failure": .failure, "error": .error, "cancelled": .cancelled,
    "timed_out": .timedOut, "action_required": .actionRequired, "stale": .stale,
    "startup_failure": .startupFailure,
  ]
}
