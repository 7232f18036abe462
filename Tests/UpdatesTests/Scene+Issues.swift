import Configuration
import Forges
import Store
import Synchronization
import Testing
import Updates

/// The issues of the scene's repository, and people who act on them.
extension Scene {
  /// All issues of martlet's, the oldest first.
  func issues(_ purpose: IssuePurpose? = nil) async throws -> [ForgeIssue] {
    let forge = try forge()
    let all = try await forge.issues(by: "martlet", .all, in: repository)
    return all.filter { purpose?.marks($0.body) ?? true }.sorted { $0.number < $1.number }
  }

  /// The only open issue for a purpose; nil without one.
  func issue(_ purpose: IssuePurpose) async throws -> ForgeIssue? {
    let open = try await issues(purpose).filter(\.isOpen)
    #expect(open.count < 2, "\(open.map(\.number))")
    return open.first
  }

  /// The dashboard without its introduction and its marker.
  func dashboard() async throws -> String {
    let body = try await issue(.dashboard)?.body ?? ""
    return body.split(separator: "\n\n").dropFirst().dropLast().joined(separator: "\n\n")
  }

  /// Ticks the box of the line that contains a text, as a person.
  func tick(_ text: String, by login: String = "ann") async throws {
    try await edit(by: login) { body in
      body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard line.contains(text), line.hasPrefix("- [ ]") else { return String(line) }
        return "- [x]" + line.dropFirst(5)
      }.joined(separator: "\n")
    }
  }

  /// Changes the text of the dashboard as a person.
  func edit(by login: String = "ann", _ change: (String) -> String) async throws {
    let issue = try #require(try await issue(.dashboard))
    let changed = change(issue.body)
    #expect(changed != issue.body)
    _ = try await forge(as: login).updateIssue(
      issue.number, IssueEdit(body: changed), in: repository)
  }

  /// Closes an issue as a person.
  func close(_ issue: ForgeIssue) async throws {
    _ = try await forge(as: "ann").updateIssue(
      issue.number, IssueEdit(isOpen: false), in: repository)
  }

  /// Opens an issue for a purpose as another instance of martlet does at the same time.
  func openTwin(_ purpose: IssuePurpose, _ title: String) async throws {
    let body = "Twin.\n\n\(purpose.marker)"
    _ = try await forge().openIssue(title: title, body: body, in: repository)
  }

  /// Changes the messages that martlet writes by itself.
  func change(_ settings: (inout PeopleSettings) -> Void) {
    people.withLock { settings(&$0) }
  }
}
