/// What is wrong with a text, at a place in libyaml's count; a `SyntaxError` is made of it once the
/// pass is over.
struct Failure: Error {
  enum Offset {
    /// Counts characters, as libyaml's marks do.
    case character(Int)
    /// Counts bytes of what libyaml was given, as its reader does.
    case read(Int)
    /// Counts bytes of the file.
    case byte(Int)
  }

  var reason: SyntaxError.Reason
  var offset: Offset
}
