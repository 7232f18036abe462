import JSON

/// The package extensions that pnpm applies without being asked, by its version.
///
/// pnpm 9, 10 and 11 have the data of @yarnpkg/extensions, pnpm 11 three entries of its own
/// (`createReadPackageHook.ts`).
enum BuiltInExtensions {
  /// Returns the extensions by selector, in their order.
  static func of(_ version: PnpmVersion) -> [(selector: String, value: Object)] {
    version.major > 10 ? common + own : common
  }

  private static let common = parse(BuiltInTable.text)

  private static let own = parse(
    """
    @angular/build@* ; +tslib ^2.3.0
    @nuxt/vite-builder@>=4.0.0 <4.5.0 ; +unplugin ^2.3.5
    @nuxt/vite-builder@>=4.5.0 ; +unplugin ^3.3.0
    """)

  /// Parses lines of `BuiltInTable`.
  static func parse(_ text: String) -> [(selector: String, value: Object)] {
    let joined = text.replacing(" ;\n  ", with: " ; ")
    return joined.split(separator: "\n").map { line in
      let parts = line.split(separator: " ; ").map(String.init)
      var sections: [String: Object] = [:]
      for part in parts.dropFirst() {
        let name = String(part.dropFirst().prefix { $0 != " " })
        let range = String(part.dropFirst(name.count + 2))
        switch part.first {
        case "+": sections["dependencies", default: Object()][name] = .string(range)
        case "^": sections["peerDependencies", default: Object()][name] = .string(range)
        default:
          sections["peerDependenciesMeta", default: Object()][name] = .object(
            Object([("optional", true)]))
        }
      }
      return (parts[0], Object(sections.map { ($0.key, .object($0.value)) }))
    }
  }
}
