import Configuration
import HTTP

extension OperatorFile {
  /// The hosts of the forges, also as `api.HOST`, which some have for their API.
  var forgeHosts: Set<String> {
    let hosts = forges.compactMap { try? AbsoluteURL($0.url).origin.host.lowercased() }
    return Set(hosts + hosts.map { "api.\($0)" })
  }
}
