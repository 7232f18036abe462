import HTTP
import JavaScript

extension PnpmProject: RegistryProject {
  var registryClient: HTTP.Client { ecosystem.http }
}
