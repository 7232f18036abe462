import Configuration
import Forges
import Glibc
import Workers

extension Confinement.Places {
  /// Certificates, time zones, and what the system's resolver reads.
  private static let common = [
    "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates", "/usr/lib/ssl", "/etc/localtime", "/usr/share/zoneinfo",
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf",
    "/etc/services", "/etc/ld.so.cache", "/dev/urandom", "/sys/devices/system/cpu",
  ]
  /// Libraries that are loaded when they are needed.
  private static let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"]

  /// Lists what a worker needs with the settings of the operator.
  ///
  /// - Parameters:
  ///   - settings: the current file.
  ///   - state: the location of the state.
  ///   - cache: the folder for caches.
  init(_ settings: OperatorFile, state: StateLocation, cache: String) {
    self.init(
      readable: Self.common + Self.libraries + Self.certificates(settings)
        + Self.files(of: settings.mirrors.map(\.to)),
      writable: [cache, "/dev/null"] + Self.folder(of: state)
        + Self.files(of: settings.forges.filter { $0.kind.sharesFiles }.map(\.url)),
      isOnline: true)
  }

  private static func certificates(_ settings: OperatorFile) -> [String] {
    let own = settings.registries.flatMap { [$0.certificate, $0.certificateKey] }
    let database = ["PGPASSFILE", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL"]
    let variables = (["SSL_CERT_FILE", "SSL_CERT_DIR"] + database).map { environment($0) }
    let home = environment("HOME").map { ["\($0)/.pgpass", "\($0)/.postgresql"] } ?? []
    let all = own + variables + [settings.tls.authorities]
    return all.compactMap(\.self).map(absolutePath) + home
  }

  private static func files(of urls: [String]) -> [String] {
    urls.filter { $0.hasPrefix("file://") }.map { String($0.dropFirst("file://".count)) }
  }

  /// The folder of a database file, in which SQLite also creates other files.
  private static func folder(of state: StateLocation) -> [String] {
    guard case .sqlite(let path) = state else { return [] }
    let whole = absolutePath(path)
    return [String(whole[..<(whole.lastIndex(of: "/") ?? whole.endIndex)])]
  }
}
