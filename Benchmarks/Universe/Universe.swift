import FoundationEssentials
import Git
import Libc

/// Packages that depend on each other, and an app that depends on the first twelve.
///
/// Package `n` depends on three of those after it, so that all are needed, and sometimes on two
/// more. Its release 1.m requires 1.(m/2) of the others, so updating one package updates some below
/// it.
struct Universe {
  /// The address of the packages in manifests.
  ///
  /// A mirror redirects it to the folder.
  static let origin = "https://git.example.com/kits/"

  let packages: [SamplePackage]

  /// Plans a number of packages.
  init(count: Int) {
    var random = SeededNumbers(seed: 2026)
    packages = (0..<count).map { index in
      let children = (12 + 3 * index..<15 + 3 * index).filter { $0 < count }
      let others = (0..<2).compactMap { _ in
        index < count - 2 ? random.next(in: index + 1..<count) : nil
      }
      return SamplePackage(
        index: index, needs: Set(children + others).sorted(), minors: random.next(in: 4..<9))
    }
  }

  /// Creates the repositories and the app.
  func write(to folder: String) throws {
    var pins: [String] = []
    for package in packages {
      pins.append(pin(package, try package.write(to: "\(folder)/upstream")))
    }
    let sources = "\(folder)/app/Sources/App"
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    try Data("print(1)\n".utf8).write(to: URL(filePath: "\(sources)/main.swift"))
    try Data(manifest.utf8).write(to: URL(filePath: "\(folder)/app/Package.swift"))
    let lock = "{\n  \"pins\" : [\n\(pins.joined(separator: ",\n"))\n  ],\n  \"version\" : 2\n}\n"
    try Data(lock.utf8).write(to: URL(filePath: "\(folder)/app/Package.resolved"))
  }

  private var manifest: String {
    let direct = packages.prefix(12)
    return SamplePackage.manifest(
      name: "App", products: "", dependencies: direct.map { (name: $0.name, from: "1.0.0") })
  }

  private func pin(_ package: SamplePackage, _ revision: String) -> String {
    """
        {
          "identity" : "\(package.name)",
          "kind" : "remoteSourceControl",
          "location" : "\(Self.origin)\(package.name).git",
          "state" : {
            "revision" : "\(revision)",
            "version" : "1.0.0"
          }
        }
    """
  }
}

/// Ends the process with a message.
func exit(status: Int32) -> Never { Libc.exit(status) }

/// A pseudo-random number generator with a fixed sequence (Knuth's MMIX generator).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(in range: Range<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }
}
