import Configuration
import Forges
import Workers

extension Confinement.Access {
  /// Time zones, and what libraries read.
  private static let common = [
    "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl/openssl.cnf", "/dev/urandom",
    "/sys/devices/system/cpu",
  ]

  /// Lists what a worker needs with the settings of the operator.
  ///
  /// - Parameters:
  ///   - settings: the current file.
  ///   - cache: the folder for caches.
  init(_ settings: OperatorFile, cache: String) {
    self.init(
      readable: Self.common + Self.files(of: settings.mirrors.map(\.to)),
      writable: [cache, "/dev/null"]
        + Self.files(of: settings.forges.filter { $0.kind.sharesFiles }.map(\.url)))
  }

  private static func files(of urls: [String]) -> [String] {
    urls.filter { $0.hasPrefix("file://") }.map { String($0.dropFirst("file://".count)) }
  }
}
