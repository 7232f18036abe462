import Testing

@testable import JavaScript

@Suite struct `The spec of a package` {
  private static let release = Version(1, 0, 0)
  private static let prerelease = Version(1, 0, 0, prerelease: [.text("rc"), .number(1)])

  /// npm's answers for one spec, as npm 10.8.2's own modules give them.
  struct Row: CustomTestStringConvertible {
    var spec: String
    /// Whether dep-valid.js accepts an installed 1.0.0 and 1.0.0-rc.1.
    var admits: [Bool]
    /// Whether npm-pick-manifest picks the only version, 1.0.0 or 1.0.0-rc.1, without a tag.
    var selects: [Bool]
    /// Whether npm-pick-manifest picks 1.0.0-rc.1 as the only version, tagged `latest`.
    var takesLatest: Bool
    var testDescription: String { "'\(spec)'" }
  }

  @Test(arguments: [
    Row(spec: "*", admits: [true, true], selects: [true, false], takesLatest: true),
    Row(spec: "", admits: [true, true], selects: [true, false], takesLatest: true),
    Row(spec: " ", admits: [true, false], selects: [true, false], takesLatest: true),
    Row(spec: " * ", admits: [true, true], selects: [true, false], takesLatest: true),
    Row(spec: "x", admits: [true, false], selects: [true, false], takesLatest: false),
    Row(spec: ">=0.0.0", admits: [true, false], selects: [true, false], takesLatest: false),
    Row(spec: "||", admits: [true, false], selects: [true, false], takesLatest: false),
    Row(spec: ">=1.0.0-rc.0", admits: [true, true], selects: [true, true], takesLatest: true),
    Row(spec: "1.0.0-rc.1", admits: [false, true], selects: [false, true], takesLatest: true),
    Row(spec: "=v1.0.0-rc.1", admits: [false, true], selects: [false, true], takesLatest: true),
    Row(spec: "npm:kit", admits: [true, true], selects: [true, false], takesLatest: true),
    Row(spec: "npm:kit@*", admits: [true, true], selects: [true, false], takesLatest: true),
    Row(
      spec: "npm:kit@^1.0.0", admits: [true, false], selects: [true, false], takesLatest: false),
  ])
  func `accepts and selects the versions that npm does`(row: Row) throws {
    let spec = PackageSpec(row.spec)
    #expect([Self.release, Self.prerelease].map(spec.admits) == row.admits)
    #expect([Self.release, Self.prerelease].map(spec.selects) == row.selects)
    let text = PackumentText(latest: "1.0.0-rc.1", versions: ["1.0.0-rc.1": ""])
    let picked = try? text.read().pick(spec, PickOptions(engines: Engines())).key
    #expect(picked == (row.takesLatest ? "1.0.0-rc.1" : nil))
  }

  @Test(arguments: ["file:../x", "./x", "x.tgz", "git://x/y", "a/b", "https://x.org/y.tgz"])
  func `requests no paths, URLs and git repositories from a registry`(text: String) {
    #expect(!PackageSpec(text).isRegistry)
  }

  @Test(arguments: ["tag with blanks", "é", "workspace:*", "npm:a@npm:b", "npm:a@./b"])
  func `rejects what npm rejects`(text: String) {
    guard case .unsupported = PackageSpec(text) else {
      Issue.record("\(PackageSpec(text))")
      return
    }
  }
}
