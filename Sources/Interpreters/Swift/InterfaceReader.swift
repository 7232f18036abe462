package import Impact

/// Reads what the modules of a package offer from its Swift sources.
///
/// Pure; what can't be read or goes beyond the limits is a gap.
package struct InterfaceReader {
  /// The Swift files of the package by path.
  let files: [String: [UInt8]]
  let limits: ScanLimits
  /// The names of the modules that the package has.
  private let names: Set<String>
  private let module: (String) -> SwiftModule?

  /// Modules whose names other code has anyway.
  private static let systemModules: Set<String> = [
    "Swift", "Foundation", "FoundationNetworking", "FoundationEssentials", "Dispatch", "UIKit",
    "AppKit", "SwiftUI", "Combine", "CoreGraphics", "Darwin", "Glibc", "Musl", "WinSDK", "os",
    "ObjectiveC", "CoreFoundation", "WatchKit",
  ]

  /// Creates a reader of one version.
  ///
  /// - Parameters:
  ///   - names: the names of the package's modules.
  ///   - files: the files of the package by path; others than those of the modules are ignored.
  ///   - limits: how much is read.
  ///   - module: returns the module of a name; called only for those that are read.
  package init(
    _ names: Set<String>, files: [String: [UInt8]], limits: ScanLimits,
    module: @escaping (String) -> SwiftModule?
  ) {
    self.names = names
    self.files = files
    self.limits = limits
    self.module = module
  }

  /// Reads modules and those that they export.
  ///
  /// - Parameter wanted: the names of modules; one that the package lacks is a gap.
  /// - Returns: the declarations with the gaps.
  package func read(_ wanted: Set<String>) -> PublicAPI {
    var api = PublicAPI(matching: .labels)
    var scan = Scan()
    var open = wanted.sorted()
    while let module = open.popLast() {
      guard api.modules.insert(module).inserted else { continue }
      read(module, into: &api, &scan)
      let exported = scan.exports.subtracting(api.modules).subtracting(Self.systemModules)
      open += exported.intersection(names).sorted()
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

  private func read(_ name: String, into api: inout PublicAPI, _ scan: inout Scan) {
    guard let module = module(name) else {
      api.gaps.append(.init("has no module `\(name)`"))
      return
    }
    api.gaps += module.gaps.map { .init($0) }
    for path in module.paths {
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
