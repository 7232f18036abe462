import JavaScript

/// The requirement that pnpm would write for a version: `calcSpecifier` of its npm-resolver.
enum Specifier {
  /// Returns a requirement with the operator of the present one.
  static func of(_ wanted: Wanted, _ spec: RegistrySpec, _ version: String) -> String {
    if wanted.written == wanted.requirement, case .tag = RegistrySpec.kind(of: wanted.written) {
      return wanted.written
    }
    let range = self.range(version, wanted)
    return spec.name == wanted.alias ? range : "npm:\(spec.name)@\(range)"
  }

  private static func range(_ version: String, _ wanted: Wanted) -> String {
    if Version(version)?.isPrerelease == true { return version }
    let sign = pin(wanted.written) ?? pin(wanted.requirement) ?? "^"
    return sign + version
  }

  /// Returns the operator: `whichVersionIsPinned` of pnpm 10; nil if there isn't a single one.
  private static func pin(_ text: String) -> String? {
    var rest = text[...]
    if let colon = rest.firstIndex(of: ":") { rest = rest[rest.index(after: colon)...] }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    if rest == "*" { return "^" }
    let parts = rest.split(separator: " ")
    guard parts.count == 1, let part = parts.first, !part.contains("||") else { return nil }
    if part.hasPrefix("~") { return "~" }
    if part.hasPrefix("^") { return "^" }
    guard part.first?.isNumber == true else { return nil }
    let numbers = part.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
    guard numbers.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return nil }
    return numbers.count == 3 ? "" : numbers.count == 2 ? "~" : nil
  }
}
