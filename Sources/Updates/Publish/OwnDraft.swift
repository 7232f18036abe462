/// The note that martlet opened a pull request as a draft, and is to make it ready.
///
/// It is written before the pull request is opened. Without it, a draft is a person's, and stays one.
enum OwnDraft {
  /// The name under which the state has the note.
  static func name(of key: UpdateKey) -> String { "draft \(key)" }
}
