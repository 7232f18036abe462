extension Check.State {
  /// Parses a state or conclusion, such as `success` or `timed_out`.
  package init(word: String) {
    self = Self.words[word] ?? .unknown(word)
  }

  /// The word that parses to this state.
  package var word: String {
    if case .unknown(let word) = self { return word }
    return Self.words.filter { $0.value == self }.keys.sorted().last ?? "pending"
  }

  private static let words: [String: Check.State] = [
    "pending": .pending, "expected": .pending, "waiting": .waiting,
    "success": .success, "neutral": .neutral,
    "skipped": .skipped, "failure": .failure, "error": .error, "cancelled": .cancelled,
    "timed_out": .timedOut, "action_required": .actionRequired, "stale": .stale,
    "startup_failure": .startupFailure,
  ]
}
