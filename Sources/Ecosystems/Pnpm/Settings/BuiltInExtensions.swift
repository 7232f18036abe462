import JSON
import JavaScript

/// The package extensions that pnpm applies without being asked, by its version.
///
/// pnpm 8 has the data of @yarnpkg/extensions 2.0.0-rc.22, pnpm 9 of 2.0.1, pnpm 10 of 2.0.3, pnpm 11.0 of
/// 2.0.6 and pnpm 11.19 of 2.0.7 (`pnpm-workspace.yaml` and `pnpm-lock.yaml` at pnpm's tags). pnpm 11.21
/// adds three entries of its own (`createReadPackageHook.ts`).
enum BuiltInExtensions {
  /// Returns the extensions by selector, in their order.
  static func of(_ version: PnpmVersion) -> [(selector: String, value: Object)] {
    let known = common.filter { entry in
      since(OverrideRules.selector(entry.selector).name).map(version.isAtLeast) ?? true
    }
    if version.major < 9 {
      let names = Set(old.map { OverrideRules.selector($0.selector).name })
      return known.filter { !names.contains(OverrideRules.selector($0.selector).name) } + old
    }
    return version.isAtLeast((11, 21)) ? known + own : known
  }

  /// Whether the packages of a lock have the peers that a version of pnpm 11 adds to them.
  ///
  /// A lock that an earlier version wrote has such packages without them.
  static func fit(_ lock: Lock, _ version: PnpmVersion) -> Bool {
    guard version.isAtLeast(newest) else { return true }
    var extensions: [String: [(range: Range?, peers: Object)]] = [:]
    for (selector, value) in common {
      let (name, range) = OverrideRules.selector(selector)
      guard namesOfNewest.contains(name), let peers = value["peerDependencies"]?.object else {
        continue
      }
      extensions[name, default: []].append((range.flatMap { Range($0) }, peers))
    }
    return lock.packages.allSatisfy { path, package in
      guard let (name, text) = DependencyPath.parts(path), let added = extensions[name],
        let version = Version(text)
      else { return true }
      let peers = package.manifest["peerDependencies"]
      return added.allSatisfy { element in
        element.range.map { $0.contains(version) } == false
          || element.peers.members.allSatisfy { peers?[$0.key] != nil }
      }
    }
  }

  /// Returns the first version whose table has the entries of a package; nil if all versions have them.
  private static func since(_ name: String) -> (major: Int, minor: Int)? {
    if namesOfNewest.contains(name) { return newest }
    switch name {
    case "@fastify/type-provider-typebox": return (11, 0)
    case "eslint-import-resolver-vite", "notistack": return (10, 0)
    case "vite-plugin-vuetify", "webpack-plugin-vuetify": return (9, 0)
    default: return nil
    }
  }

  /// The first version with @yarnpkg/extensions 2.0.7.
  private static let newest = (major: 11, minor: 19)

  private static let namesOfNewest: Set<String> = [
    "vite-plugin-vue-devtools", "@parcel/resolver-default", "@parcel/node-resolver-core",
    "@volar/typescript", "@volar/language-server", "@volar/language-service",
    "volar-service-typescript", "volar-service-typescript-twoslash-queries",
  ]

  private static let common = parse(BuiltInTable.text)

  /// The entries of pnpm 8 that later versions changed; of a selector that occurs twice, the last one counts.
  private static let old = parse(
    """
    babel-preset-react-app@10.0.x ; +@babel/plugin-proposal-private-property-in-object ^7.16.0
    connect-mongo@* ; ^express-session ^1.17.1
    gatsby-core-utils@<2.14.0-next.1 ; +got 8.3.2
    """)

  private static let own = parse(
    """
    @angular/build@* ; +tslib ^2.3.0
    @nuxt/vite-builder@>=4.0.0 <4.5.0 ; +unplugin ^2.3.5
    @nuxt/vite-builder@>=4.5.0 ; +unplugin ^3.3.0
    """)

  /// Parses lines of `BuiltInTable`.
  static func parse(_ text: String) -> [(selector: String, value: Object)] {
    var entries: [[String]] = []
    // Every command parses the table; strings are split at bytes several times as fast.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ";")).map(trimmed).filter { !$0.isEmpty }
      if line.first == UInt8(ascii: " "), let last = entries.indices.last {
        entries[last] += parts
      } else {
        entries.append(parts)
      }
    }
    return entries.map { ($0[0], value(of: $0.dropFirst())) }
  }

  private static func trimmed(_ part: Substring.UTF8View) -> String {
    let space = UInt8(ascii: " ")
    var rest = part.drop { $0 == space }
    while rest.last == space { rest.removeLast() }
    return String(Substring(rest))
  }

  private static func value(of parts: ArraySlice<String>) -> Object {
    var sections: [String: Object] = [:]
    for part in parts {
      let words = part.utf8.dropFirst().split(separator: UInt8(ascii: " "), maxSplits: 1)
        .map { String(Substring($0)) }
      let (name, range) = (words[0], words.count > 1 ? words[1] : "")
      switch part.utf8.first {
      case UInt8(ascii: "+"): sections["dependencies", default: Object()][name] = .string(range)
      case UInt8(ascii: "^"): sections["peerDependencies", default: Object()][name] = .string(range)
      default:
        sections["peerDependenciesMeta", default: Object()][name] = .object(
          Object([("optional", true)]))
      }
    }
    return Object(sections.map { ($0.key, .object($0.value)) })
  }
}
