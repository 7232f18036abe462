import Ecosystem
import Libc

/// Asks the person at the terminal; without one, nothing is asked and the defaults are used.
struct Questions: Sendable {
  /// Shows a question and reads a line, which is nil at the end of the input; nil without a terminal.
  let ask: (@Sendable (_ text: String) -> String?)?

  /// Asks if the input and the output are terminals.
  init(_ terminal: Terminal) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      ask = nil
      return
    }
    ask = { (text: String) -> String? in
      terminal.error(text)
      return Swift.readLine()
    }
  }

  /// Asks by a function.
  init(ask: (@Sendable (_ text: String) -> String?)?) { self.ask = ask }

  /// Asks for a value; an empty answer is the default.
  ///
  /// - Parameters:
  ///   - text: the question, without a question mark.
  ///   - preset: the default; nil without one.
  ///   - refusal: returns why an answer is wrong; nil if it is right.
  /// - Returns: nil without a terminal and without a default.
  /// - Throws: a usage problem at the end of the input.
  func value(
    _ text: String, preset: String?, refusal: (String) -> String? = { _ in nil }
  ) throws(Problem) -> String? {
    guard let ask else { return preset }
    let question = "\(text)\(preset.map { " [\($0)]" } ?? ""): "
    var hint = ""
    while true {
      guard let line = ask(hint + question) else {
        throw Problem(.usage, "the input has ended: nothing is written")
      }
      let given = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard let answer = given.isEmpty ? preset : given else { continue }
      guard let reason = refusal(answer) else { return answer }
      hint = "\(reason)\n"
    }
  }

  /// Asks for one of several words.
  ///
  /// - Throws: a usage problem at the end of the input.
  func choice(_ text: String, among words: [String], preset: String) throws(Problem) -> String {
    let all = words.joined(separator: ", ")
    return try value("\(text) (\(all))", preset: preset) { answer in
      words.contains(answer) ? nil : "answer one of \(all)"
    } ?? preset
  }

  /// Asks for agreement, which is the default.
  ///
  /// - Throws: a usage problem at the end of the input.
  func agrees(_ text: String) throws(Problem) -> Bool {
    let answer = try value("\(text) (yes, no)", preset: "yes") { answer in
      ["y", "yes", "n", "no"].contains(answer.lowercased()) ? nil : "answer yes or no"
    }
    return answer?.lowercased().first != "n"
  }
}
