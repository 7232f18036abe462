import Impact

/// Reads what the modules of a package offer from its sources.
///
/// Pure; what can't be read or goes beyond the limits is a gap.
struct InterfaceReader {
  let layout: PackageLayout
  /// The Swift files of the package by path.
  let files: [String: [UInt8]]
  let limits: ScanLimits

  /// The lowest versions that SwiftPM assumes without `platforms:`.
  private static let oldestPlatforms = [
    "macOS": "10.13", "iOS": "12.0", "tvOS": "12.0", "watchOS": "4.0", "visionOS": "1.0",
  ]
  /// Modules whose names other code has anyway.
  private static let systemModules: Set<String> = [
    "Swift", "Foundation", "FoundationNetworking", "FoundationEssentials", "Dispatch", "UIKit",
    "AppKit", "SwiftUI", "Combine", "CoreGraphics", "Darwin", "Glibc", "Musl", "WinSDK", "os",
    "ObjectiveC", "CoreFoundation", "WatchKit",
  ]

  /// Reads modules and those that they export.
  func read(_ modules: Set<String>) -> PublicAPI {
    var api = PublicAPI(matching: .labels)
    api.needs = Self.oldestPlatforms.merging(layout.platforms) { $1 }
    api.facts["the Swift tools version"] = layout.tools.description
    var scan = Scan()
    var open = modules.sorted()
    while let module = open.popLast() {
      guard api.modules.insert(module).inserted else { continue }
      read(module, into: &api, &scan)
      let exported = scan.exports.subtracting(api.modules).subtracting(Self.systemModules)
      open += exported.intersection(layout.modules).sorted()
    }
    let foreign = scan.exports.subtracting(api.modules).subtracting(Self.systemModules)
    if !foreign.isEmpty {
      api.gaps.append(.init("exports \(foreign.sorted().joined(separator: ", "))"))
    }
    api.declarations = scan.visible
    for macro in api.declarations where macro.kind == .macro {
      api.gaps.append(
        .init("has the macro `\(macro.name)`, which is not expanded", names: [macro.name]))
    }
    return api
  }

  private func read(_ module: String, into api: inout PublicAPI, _ scan: inout Scan) {
    guard let target = layout.targets.first(where: { $0.module == module }) else {
      api.gaps.append(.init("has no module `\(module)`"))
      return
    }
    guard target.kind == "target" else {
      api.gaps.append(.init("has the module `\(module)` as a \(target.kind)"))
      return
    }
    if target.hasPlugins { api.gaps.append(.init("makes sources of `\(module)` by a plugin")) }
    let paths = layout.sources(of: target, in: files.keys)
    if paths.isEmpty { api.gaps.append(.init("has no Swift sources of `\(module)`")) }
    for path in paths {
      guard let bytes = files[path] else { continue }
      scan.bytes += bytes.count
      scan.files += 1
      guard scan.bytes <= limits.bytes, scan.files <= limits.files,
        scan.declarations.count <= limits.declarations
      else {
        api.gaps.append(.init("is larger than what one comparison may read"))
        return
      }
      do throws(ManifestError) {
        scan.add(try SwiftInterfaceScanner(bytes))
      } catch {
        api.gaps.append(.init("has a file that can't be read: `\(path)` \(error.reason)"))
      }
    }
  }

  /// The declarations so far.
  private struct Scan {
    var declarations: [Declaration] = []
    var hidden: Set<String> = []
    var exports: Set<String> = []
    var bytes = 0
    var files = 0

    mutating func add(_ scanner: SwiftInterfaceScanner) {
      declarations += scanner.declarations
      hidden.formUnion(scanner.hidden)
      exports.formUnion(scanner.exports)
    }

    /// The declarations that are in no type that isn't public.
    var visible: [Declaration] {
      let types = Set(declarations.filter(\.namesType).map(\.path))
      let hidden = hidden.subtracting(types)
      guard !hidden.isEmpty else { return declarations }
      return declarations.filter { declaration in
        let path = declaration.kind == .extension ? declaration.path : declaration.scope
        return !path.prefixes.contains(where: hidden.contains)
      }
    }
  }
}

extension String {
  /// The name and its scopes: `A.B.C`, `A.B`, `A`.
  fileprivate var prefixes: [String] {
    var result = [self]
    var rest = self[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      result.append(String(rest))
    }
    return result
  }
}
