import Configuration
import Forges
import Glibc
import Workers

extension Confinement.Access {
  /// Time zones, and what libraries read.
  private static let common = [
    "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl/openssl.cnf", "/dev/urandom",
    "/sys/devices/system/cpu",
  ]
  /// What a connection to a PostgreSQL server needs.
  private static let ofDatabase = [
    "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates", "/usr/lib/ssl", "/etc/resolv.conf", "/etc/hosts",
    "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/passwd",
    "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
  ]

  /// Lists what a worker needs with the settings of the operator.
  ///
  /// - Parameters:
  ///   - settings: the current file.
  ///   - state: the location of the state.
  ///   - cache: the folder for caches.
  init(_ settings: OperatorFile, state: StateLocation, cache: String) {
    let database = Self.database(state, settings)
    self.init(
      readable: Self.common + Self.files(of: settings.mirrors.map(\.to)) + database,
      writable: [cache, "/dev/null"] + Self.folder(of: state)
        + Self.files(of: settings.forges.filter { $0.kind.sharesFiles }.map(\.url)),
      isOnline: !database.isEmpty)
  }

  /// What the worker's own connection to the state needs; empty for a file.
  private static func database(_ state: StateLocation, _ settings: OperatorFile) -> [String] {
    guard case .postgres = state else { return [] }
    let names = ["PGPASSFILE", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL"]
    let home = environment("HOME").map { ["\($0)/.pgpass", "\($0)/.postgresql"] } ?? []
    let own = (names.map { environment($0) } + [settings.tls.authorities]).compactMap(\.self)
    return ofDatabase + own.map(absolutePath) + home
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
