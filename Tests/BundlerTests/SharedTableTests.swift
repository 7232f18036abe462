@testable import Gems
import Testing

@testable import Bundler

/// Rows that RubyGems' own classes answered.
@Suite(.enabled(if: SharedFolder.isPresent, "needs MARTLET_SHARED: the kits of the native tools"))
struct `Tables of RubyGems` {
  struct Oracle: Decodable {
    var cmp: [Comparison]
    var satisfied_by: [Satisfaction]
    var props: [Properties]
  }

  struct Comparison: Decodable {
    var left: String, right: String, answer: Int

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      left = try row.decode(String.self)
      right = try row.decode(String.self)
      answer = try row.decode(Int.self)
    }
  }

  struct Satisfaction: Decodable {
    var requirement: String, version: String, answer: Bool

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      requirement = try row.decode(String.self)
      version = try row.decode(String.self)
      answer = try row.decode(Bool.self)
    }
  }

  struct Properties: Decodable {
    var v: String, to_s: String, segments: [Segment], canonical: [Segment]
    var prerelease: Bool, release: String, bump: String, approx: String
  }

  struct Segment: Decodable, Equatable {
    var text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try (try? value.decode(Int.self)).map(String.init) ?? value.decode(String.self)
    }
  }

  @Test func `every comparison holds`() throws {
    let rows = try SharedFolder.json("gem_version_oracle.json", as: Oracle.self).cmp
    let wrong = rows.filter { row in
      guard let left = GemVersion(row.left), let right = GemVersion(row.right) else { return true }
      return (left < right ? -1 : left == right ? 0 : 1) != row.answer
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(rows.count == 1_764)
  }

  @Test func `every requirement accepts what it should`() throws {
    let rows = try SharedFolder.json("gem_version_oracle.json", as: Oracle.self).satisfied_by
    let wrong = rows.filter { row in
      let clauses = row.requirement.split(separator: ",").map(String.init)
      guard let requirement = GemRequirement(clauses), let version = GemVersion(row.version) else {
        return true
      }
      return requirement.accepts(version) != row.answer
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(rows.count == 12_054)
  }

  @Test func `every property is the same`() throws {
    for row in try SharedFolder.json("gem_version_oracle.json", as: Oracle.self).props {
      let version = try #require(GemVersion(row.v))
      #expect(version.text == row.to_s)
      #expect(version.segments.map(\.description) == row.segments.map(\.text))
      #expect(version.canonical.map(\.description) == row.canonical.map(\.text), "\(row)")
      #expect(version.isPrerelease == row.prerelease)
      #expect(version.release.text == row.release)
      #expect(version.bump.text == row.bump)
      #expect(version.approximateRecommendation == row.approx)
    }
  }

  struct Cases: Decodable {
    struct Assertion: Decodable { var test: String, assert: String, args: String }
    var version: [Assertion]
    var requirement: [Assertion]
  }

  /// What the tests call `r` or `req`.
  private static let locals: [String: [String]] = [
    "bang_equal": ["!= 1.2"], "blank": ["1.2"], "equal": ["= 1.2"], "gt": ["> 1.2"],
    "gte": [">= 1.2"], "list": ["> 1.1", "< 1.3"], "lt": ["< 1.2"], "lte": ["<= 1.2"],
    "tilde_gt": ["~> 1.2"], "tilde_gt_v0": ["~> 0.0.1"],
    "multiple": [">= 1.4", "<= 1.6", "!= 1.5"],
  ]

  @Test func `every assertion on a named requirement holds`() throws {
    let cases = try SharedFolder.json("gem_semantics_cases.json", as: Cases.self)
    var held = 0
    for row in cases.requirement where row.args.hasSuffix(", r") || row.args.hasSuffix(", req") {
      let name = row.test.replacing("test_satisfied_by_eh_", with: "")
      let version = row.args.split(separator: "\"").first.map(String.init) ?? ""
      guard let clauses = Self.locals[name], let version = GemVersion(version) else { continue }
      held += 1
      let answer = try #require(GemRequirement(clauses)).accepts(version)
      #expect(answer == (row.assert == "assert_satisfied_by"), "\(row)")
    }
    #expect(held >= 30)
  }

  /// The assertions whose arguments are two literals; the others name local variables.
  @Test func `every literal assertion of RubyGems' own tests holds`() throws {
    let cases = try SharedFolder.json("gem_semantics_cases.json", as: Cases.self)
    var held = 0
    for row in cases.version + cases.requirement {
      guard let literals = Self.literals(row.args) else { continue }
      held += 1
      try Self.check(row.assert, literals, "\(row)")
    }
    #expect(held >= 120)
  }

  private static func literals(_ arguments: String) -> [String]? {
    let parts = arguments.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 5, arguments.hasPrefix("\"") else { return nil }
    guard parts.count == 3 || parts[2].trimmed == ",", parts.last?.isEmpty == true else {
      return nil
    }
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }

  private static func check(_ assertion: String, _ texts: [String], _ row: String) throws {
    let versions = texts.map { GemVersion($0) }
    let first = versions[0] ?? .zero
    let comment = Comment(rawValue: row)
    switch assertion {
    case "assert_bumped_version_equal": #expect(versions[0] == versions[1]?.bump, comment)
    case "assert_release_equal": #expect(versions[0] == versions[1]?.release, comment)
    case "assert_version_equal": #expect(first == versions[1], comment)
    case "refute_version_equal": #expect(first != versions[1], comment)
    case "assert_version_eql": #expect(first.text == versions[1]?.text, comment)
    case "refute_version_eql": #expect(first.text != versions[1]?.text, comment)
    case "assert_prerelease": #expect(first.isPrerelease, comment)
    case "refute_prerelease": #expect(!first.isPrerelease, comment)
    case "assert_less_than": #expect(first < (try #require(versions[1])), comment)
    case "assert_approximate_equal":
      #expect(texts[0] == versions[1]?.approximateRecommendation, comment)
    case "assert_approximate_satisfies_itself":
      let recommendation = first.approximateRecommendation
      #expect(try #require(GemRequirement([recommendation])).accepts(first), comment)
    case "assert_satisfied_by", "refute_satisfied_by":
      let requirement = try #require(GemRequirement([texts[1]]), comment)
      #expect(requirement.accepts(first) == (assertion == "assert_satisfied_by"), comment)
    case "assert_requirement_equal":
      #expect(GemRequirement([texts[0]]) == GemRequirement([texts[1]]), comment)
    default: Issue.record("unknown assertion \(assertion)")
    }
  }
}
