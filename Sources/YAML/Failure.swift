/// An error with its position as counted by libyaml.
///
/// It is converted to a `SyntaxError` after parsing.
struct Failure: Error {
  enum Offset {
    /// A number of characters, as in libyaml's marks.
    case character(Int)
    /// A number of bytes of libyaml's input, as counted by its reader.
    case read(Int)
    /// A number of bytes of the file.
    case byte(Int)
  }

  var reason: SyntaxError.Reason
  var offset: Offset
}
