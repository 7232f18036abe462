import Configuration
import Ecosystem
import Patterns
import Testing
import Text

/// A text of a form, and whether the decoder accepts it.
struct FormExample: CustomTestStringConvertible {
  let form: TextForm
  let text: String
  let isAccepted: Bool

  var testDescription: String { "\(form) '\(text)'" }

  static let all: [FormExample] =
    examples(.duration, ["90s", "30m", "1h30m", "1d"], ["30", "m", "30m1h", "1 h", "30min"])
    + examples(.age, ["7d", "< 3d", ">=12h", "<=  1d"], ["3", "= 3d", "< d", "> < 3d"])
    + examples(.timeOfDay, ["05:30", "5:30", "23:59"], ["24:00", "5:3", "05:60", "5", "05:30 "])
    + examples(.timezone, ["UTC", "Asia/Tokyo", "Etc/GMT+9"], ["+09:00", "Asia/", "A b"])
    + examples(
      .days, ["2026-12-20", "2026-12-20/2027-01-03"], ["2026-13-01", "2026-12", "20.12.2026"])
    + examples(.memory, ["512MiB", "2GiB", "262144KiB"], ["512", "512MB", "1.5GiB", "MiB"])
    + examples(
      .url, ["https://npm.acme.dev/", "http://127.0.0.1:1?a"],
      ["npm.acme.dev", "https:///a", "ftp://a/"])
    + examples(
      .location, ["https://a.dev/", "file:///srv/a"], ["file://srv", "/srv/a", "https://a b"])
    + examples(.email, ["ann@acme.dev"], ["ann", "Ann <ann@acme.dev>", "a b@c"])

  private static func examples(
    _ form: TextForm, _ accepted: [String], _ refused: [String]
  ) -> [FormExample] {
    accepted.map { FormExample(form: form, text: $0, isAccepted: true) }
      + refused.map { FormExample(form: form, text: $0, isAccepted: false) }
  }

  /// An operator's file with the text.
  var file: String {
    let text = "'\(text)'"
    return switch form {
    case .duration: "service: {sweep: \(text)}"
    case .age: "defaults: {rules: [{match: {age: \(text)}, labels: [a]}]}"
    case .timeOfDay: "schedule: {interval: daily, time: \(text)}"
    case .timezone: "schedule: {interval: daily, timezone: \(text)}"
    case .days: "defaults: {automerge: {except: \(text)}}"
    case .memory: "limits: {memory: \(text)}"
    case .url: "mirrors: [{from: \(text), to: 'https://b.dev/'}]"
    case .location: "mirrors: [{from: 'https://b.dev/', to: \(text)}]"
    case .email: "notifications: [{kind: mail, url: 'smtps://a', from: \(text), to: [a@b.c]}]"
    }
  }
}

@Suite struct `A pattern of a schema` {
  private func accepts(_ form: TextForm, _ text: String) throws -> Bool {
    try Pattern(form.pattern).match(in: Array(text.utf8), from: 0, retries: 10_000) != nil
  }

  @Test(arguments: FormExample.all)
  func `accepts what the decoder accepts`(example: FormExample) throws {
    let decoded = OperatorFile.read(
      SourceText(file: "martlet.yml", example.file), ecosystems: ecosystems, placeholders: .none)
    let refusals = decoded.findings.filter { $0.message.hasPrefix("expected ") }
    #expect(refusals.isEmpty == example.isAccepted, "\(decoded.findings)")
    #expect(try accepts(example.form, example.text) == example.isAccepted)
  }

  @Test(arguments: TextForm.allCases)
  func `leaves placeholders to the decoder`(form: TextForm) throws {
    #expect(try accepts(form, "${env:X}"))
    #expect(FormExample.all.contains { $0.form == form })
  }
}
