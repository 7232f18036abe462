import Forges
import HTTPServer
import JSON
import Logging
import Store
import Time

/// `GET /api/v1/fleet`: the dependencies of the fleet in a format for other programs.
///
/// The query has `repository`, `package`, `advisory` and `format`.
struct FleetRoute: Sendable {
  let store: StateStore
  let version: String
  let purlTypes: [String: String]
  let now: @Sendable () -> Timestamp
  let redaction: @Sendable () -> Redaction
  let log: Logger

  /// The route, which everybody who may look may call.
  func route(_ access: PageAccess) -> Route {
    Route(.get, "/api/v1/fleet") { request, _ in await respond(request) }.guarded(by: access)
  }

  /// The most dependencies in a response; a million takes two gigabytes.
  private static let mostUses = 250_000

  private func respond(_ request: ServerRequest) async -> ServerResponse {
    let words = [String: String](query: request.query)
    let format = words["format"].map { FleetExport.Format(rawValue: $0) }
    if case .some(nil) = format {
      return secured(.text("unknown format; known are csv, cyclonedx, spdx, sarif\n", status: 400))
    }
    var query = UseQuery()
    query.package = words["package"]
    query.advisory = words["advisory"]
    if let word = words["repository"] {
      guard let name = RepositoryName(word) else {
        return secured(.text("the repository is not OWNER/NAME\n", status: 400))
      }
      query.repository = name
    }
    do {
      let export = FleetExport(
        try await store.uses(query, most: Self.mostUses), version: version, now: now(),
        purlTypes: purlTypes)
      let text =
        if case .some(let format?) = format {
          (export.text(format), format.type)
        } else {
          (export.document.text(.indented()) + "\n", "application/json")
        }
      return secured(.text(redaction()(text.0), type: text.1))
    } catch let error as TooManyUses {
      return secured(
        .text(
          "more than \(error.most) dependencies; name a repository, package or advisory\n",
          status: 413))
    } catch {
      log.error("the fleet cannot be listed", ["error": "\(error)"])
      return secured(.text("the state is not reachable\n", status: 503))
    }
  }
}
