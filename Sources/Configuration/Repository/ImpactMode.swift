/// Whether pull requests say which used symbols an update changes: the key `impact`.
package enum ImpactMode: String, CaseIterable, Hashable, Sendable {
  /// They don't.
  case off
  /// Both versions of the package and the sources of the repository are read, which costs requests.
  case on
}
