import HTTP
import JavaScript

extension YarnProject: RegistryProject {
  var registryClient: HTTP.Client { ecosystem.http }
}
