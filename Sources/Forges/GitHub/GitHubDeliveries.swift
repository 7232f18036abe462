import HTTP

extension GitHubForge: HookDelivering {
  /// `GET app/hook/deliveries` with the App's own token; GitHub remembers three days of them.
  package func hookDeliveries(limit: Int) async throws(ForgeError) -> [HookDelivery] {
    try await host.list(
      .get(["app", "hook", "deliveries"], [("per_page", "100")], scope: .account), limit: limit
    ) { (page: [GitHubDelivery]) in page.compactMap(\.delivery) }
  }

  /// `POST app/hook/deliveries/ID/attempts`, which GitHub takes up later by itself.
  package func redeliver(_ id: Int) async throws(ForgeError) {
    try await host.repeatable(
      .write(.post, ["app", "hook", "deliveries", "\(id)", "attempts"], scope: .account))
  }

  /// Whether the credential is an App's, which alone may ask for deliveries.
  package var tellsDeliveries: Bool { isApp }
}

/// An attempt as GitHub writes it.
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
