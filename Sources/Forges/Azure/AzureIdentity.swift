/// A person, a group or a service in Azure DevOps' format.
struct AzureIdentity: Decodable, Hashable, Sendable {
  /// A GUID.
  var id: String
  var displayName: String?
  /// The address in the cloud, `DOMAIN\user` on a server.
  var uniqueName: String?

  /// The name by which the configuration names people.
  var login: String { uniqueName.flatMap { $0.isEmpty ? nil : $0 } ?? displayName ?? id }

  /// Our own account has the login of the connection, which may be written in another way.
  func account(_ me: AzureAccount) -> Account {
    id.lowercased() == me.id.lowercased()
      ? me.account : Account(login: login, displayName: displayName)
  }
}

/// The account of a token.
struct AzureAccount: Hashable, Sendable {
  var id: String
  var login: String
  var displayName: String

  var account: Account { Account(login: login, displayName: displayName) }

  /// The address of our commits; an account of a service has none.
  var address: String { login.contains("@") ? login : "\(id)@noreply.invalid" }

  /// The author of our commits.
  var author: Author { Author(name: displayName, email: address, login: login) }
}

/// The response to `GET connectionData`.
struct AzureConnectionData: Decodable, Sendable {
  struct User: Decodable, Sendable {
    struct Properties: Decodable, Sendable {
      struct Text: Decodable, Sendable {
        var value: String?

        private enum CodingKeys: String, CodingKey {
          case value = "$value"
        }
      }

      var account: Text?

      private enum CodingKeys: String, CodingKey {
        case account = "Account"
      }
    }

    var id: String
    var providerDisplayName: String?
    var customDisplayName: String?
    var properties: Properties?
  }

  /// The identity of everyone who isn't signed in; public projects are readable without a token.
  private static let anonymous = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"

  var authenticatedUser: User

  /// Nil if the host has not recognized the token.
  var account: AzureAccount? {
    guard authenticatedUser.id != Self.anonymous else { return nil }
    let name = authenticatedUser.customDisplayName ?? authenticatedUser.providerDisplayName
    let login = authenticatedUser.properties?.account?.value ?? ""
    return AzureAccount(
      id: authenticatedUser.id, login: login.isEmpty ? name ?? authenticatedUser.id : login,
      displayName: name ?? login)
  }
}
