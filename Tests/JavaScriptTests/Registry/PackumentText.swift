@testable import JavaScript

/// A small packument for a test.
struct PackumentText {
  var name = "demo"
  var latest: String? = nil
  var tags: [String: String] = [:]
  /// The versions, each with the JSON text of more members of its manifest.
  var versions: KeyValuePairs<String, String>
  var times: [String: String] = [:]
  var more = ""

  var text: String {
    let manifests = versions.map { version, members in
      #""\#(version)": {"name": "\#(name)", "version": "\#(version)"\#(members.isEmpty ? "" : ", ")\#(members)}"#
    }
    let all = tags.merging(latest.map { ["latest": $0] } ?? [:]) { $1 }
    return """
      {"name": "\(name)", "dist-tags": {\(pairs(all))}, "versions": {\
      \(manifests.joined(separator: ", "))}\(times.isEmpty ? "" : #", "time": {\#(pairs(times))}"#)\
      \(more.isEmpty ? "" : ", \(more)")}
      """
  }

  private func pairs(_ texts: [String: String]) -> String {
    texts.sorted { $0.key < $1.key }.map { #""\#($0)": "\#($1)""# }.joined(separator: ", ")
  }

  func read(
    _ detail: Packument.Detail = .full, keeping scope: Packument.Scope = .metadata
  ) throws -> Packument {
    guard let name = PackageName(name) else { throw Packument.Defect.name(name) }
    return try Packument(Array(text.utf8), of: name, detail: detail, keeping: scope)
  }
}
