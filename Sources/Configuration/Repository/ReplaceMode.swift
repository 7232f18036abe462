/// What happens to dependencies that their registry advises against or has withdrawn: the key
/// `replace`.
package enum ReplaceMode: String, CaseIterable, Hashable, Sendable {
  /// Nothing.
  case off
  /// They are shown, with the successor that the registry names.
  case offer
  /// A withdrawn version without a newer one is also rolled back by a pull request.
  case pullRequest = "pull-request"
}
