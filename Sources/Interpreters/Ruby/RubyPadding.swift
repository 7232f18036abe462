/// Texts of a given width, and formats.
extension RubyInterpreter {
  /// Evaluates `ljust`, `rjust` and `center`, which count characters.
  static func padded(_ call: RubyInvocation, _ text: String) -> RubyValue? {
    guard let width = call.positional[0].integer else { return nil }
    let mark = call.positional.count > 1 ? call.positional[1].string?.text : " "
    guard let mark, !mark.isEmpty else { return nil }
    let missing = width - text.unicodeScalars.count
    guard missing > 0 else { return .text(text) }
    let before = call.name == "ljust" ? 0 : call.name == "rjust" ? missing : missing / 2
    return .text(filling(before, mark) + text + filling(missing - before, mark))
  }

  private static func filling(_ count: Int, _ mark: String) -> String {
    let scalars = Array(mark.unicodeScalars)
    var result = String.UnicodeScalarView()
    for index in 0..<count { result.append(scalars[index % scalars.count]) }
    return String(result)
  }
}
