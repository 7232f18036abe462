package import Ecosystem
import HTTP
import JSON

extension BundlerEcosystem {
  /// Asks the gem's own server, as rubygems.org and those made after it answer it.
  ///
  /// A server that does not answer so costs the notes, never the update.
  package func upstream(of dependency: Dependency) async -> Upstream {
    guard let source = dependency.source, source.hasSuffix("/gems/\(dependency.name)") else {
      return Upstream(addresses: [dependency.source].compactMap(\.self))
    }
    let server = source.dropLast("gems/\(dependency.name)".count)
    let url = "\(server)api/v1/gems/\(CompactIndex.escaped(dependency.name)).json"
    guard let response = try? await index.http.send(Request(.get, url)), response.status == 200,
      let answer = try? Document(response.body, named: url).root.value
    else { return Upstream(addresses: []) }
    return Upstream(answer)
  }
}

extension Upstream {
  /// Where a gem's page says that its repository is, in the order in which it is most often right.
  private static let fields = [
    "source_code_uri", "homepage_uri", "wiki_uri", "bug_tracker_uri", "documentation_uri",
    "changelog_uri", "mailing_list_uri", "project_uri",
  ]

  init(_ gem: Value) {
    func text(_ field: String) -> String? {
      let value = gem[field]?.string ?? gem["metadata"]?[field]?.string
      return value.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(addresses: Self.fields.compactMap(text), changelog: text("changelog_uri"))
  }
}
