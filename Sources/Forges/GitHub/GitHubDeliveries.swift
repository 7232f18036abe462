import HTTP

extension GitHubForge: HookDelivering {
  /// `GET app/hook/deliveries` with the App's own token; GitHub keeps them for three days.
  package func hookDeliveries(limit: Int) async throws(ForgeError) -> [HookDelivery] {
    try await host.list(
      .get(["app", "hook", "deliveries"], [("per_page", "100")], scope: .account), limit: limit
    ) { (page: [GitHubDelivery]) in page.compactMap(\.delivery) }
  }

  /// `POST app/hook/deliveries/ID/attempts`; GitHub delivers later.
  package func redeliver(_ id: Int) async throws(ForgeError) {
    try await host.repeatable(
      .write(.post, ["app", "hook", "deliveries", "\(id)", "attempts"], scope: .account))
  }
}

/// A delivery in GitHub's format.
private struct GitHubDelivery: Decodable {
  var id: Int
  var guid: String
  var event: String?
  var status: String?
  var statusCode: Int?

  var delivery: HookDelivery? {
    HookDelivery(
      id: id, guid: guid, event: event ?? "", status: statusCode ?? 0,
      isPending: status?.lowercased() == "pending")
  }
}
