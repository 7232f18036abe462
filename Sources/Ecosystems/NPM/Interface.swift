import HTTP
import JavaScript

extension NPMProject: RegistryProject {
  var registryClient: HTTP.Client { ecosystem.http }
}
