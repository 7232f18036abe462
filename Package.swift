// swift-tools-version: 6.2
// The house, bottom-up: a room of rank n imports only rooms of lower rank (Tests/ArchitectureTests
// hold it). docs/architecture.md draws this table with its arrows and sizes.
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
  // Rooms are small: most of what is worth inlining stands in another one.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// A C library of the system: two files, `module.modulemap` and `shim.h`.
func system(
  _ name: String, _ folder: String, pkgConfig: String? = nil, apt: String
) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(folder)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A C library that is loaded when it is first used, with all that it needs in turn: its functions
/// in use stand in `functions.c`.
func loaded(_ name: String, _ folder: String) -> Target {
  .target(name: name, path: "Sources/C/\(folder)", publicHeadersPath: ".")
}

/// A module of the program.
func room(_ name: String, in folder: String? = nil, _ imports: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: imports, path: "Sources/\(folder ?? name)", swiftSettings: strict)
}

/// The tests of a module, which may use everything that the module may.
func tests(
  _ name: String, _ imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: imports + ["TestSupport"], path: "Tests/\(name)Tests",
    exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "martlet",
  products: [.executable(name: "martlet", targets: ["martlet"])],
  targets: [
    // rank 0
    system(
      "CCmark", "cmark", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
    loaded("CCurl", "curl"),
    loaded("CGit2", "git2"),
    system("CMalloc", "malloc", apt: "libc6-dev"),
    loaded("CMicrohttpd", "microhttpd"),
    loaded("COnig", "onig"),
    loaded("COpenSSL", "openssl"),
    loaded("CPQ", "pq"),
    loaded("CSQLite", "sqlite3"),
    system("CYAML", "yaml", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    room("Logging"),
    room("Text"),

    // rank 1
    room("Arguments", ["Text"]),
    room("Crypto", ["COpenSSL"]),
    room("Database", ["CPQ", "CSQLite", "Logging"]),
    room("Git", ["CGit2", "Logging"]),
    room("JSON", ["Text"]),
    room("YAML", ["CYAML", "Text"]),

    // rank 2
    room("HTTP", ["CCurl", "Crypto", "Logging"]),
    room("HTTPServer", ["CMicrohttpd"]),
    room("Versioning"),

    // rank 3
    room("Resolution"),

    // rank 4
    room("Advisories", ["Crypto", "HTTP", "JSON", "Versioning"]),
    room("Changelogs", ["CCmark", "HTTP", "JSON", "Text", "Versioning"]),
    room("Ecosystem", in: "Ecosystems/Ecosystem", ["Text", "Versioning"]),
    room("Forges", ["Crypto", "Git", "HTTP", "JSON", "Logging"]),

    // rank 5
    room(
      "SwiftPM", in: "Ecosystems/SwiftPM",
      ["Crypto", "Ecosystem", "Git", "HTTP", "JSON", "Resolution", "Text", "Versioning", "YAML"]),
    room(
      "Bundler", in: "Ecosystems/Bundler",
      [
        "COnig", "Crypto", "Ecosystem", "Git", "HTTP", "JSON", "Resolution", "Text", "Versioning",
      ]),
    room(
      "NPM", in: "Ecosystems/NPM",
      ["Ecosystem", "HTTP", "JSON", "Text", "Versioning"]),

    // rank 6
    room("Configuration", ["Ecosystem", "Logging", "Text", "Versioning", "YAML"]),
    room("Store", ["Crypto", "Database", "HTTP", "JSON", "Logging"]),

    // rank 7
    room(
      "Updates",
      [
        "Advisories", "Changelogs", "Configuration", "Crypto", "Ecosystem", "Forges", "Logging",
        "Store", "Text", "Versioning",
      ]),

    // rank 8
    room(
      "Service",
      [
        "Configuration", "Crypto", "Ecosystem", "Forges", "HTTPServer", "JSON", "Logging", "Store",
        "Updates",
      ]),

    // rank 9
    .executableTarget(
      name: "martlet",
      dependencies: [
        "Advisories", "Arguments", "Bundler", "CMalloc", "Changelogs", "Configuration", "Crypto",
        "Database", "Ecosystem", "Forges", "Git", "HTTP", "HTTPServer", "JSON", "Logging", "NPM",
        "Service", "Store", "SwiftPM", "Text", "Updates", "Versioning",
      ],
      path: "Sources/martlet", swiftSettings: strict),

    // tools
    .target(name: "Architecture", path: "Tools/Architecture", swiftSettings: strict),
    .executableTarget(
      name: "draw-architecture", dependencies: ["Architecture"], path: "Tools/DrawArchitecture",
      swiftSettings: strict),

    // benchmarks
    .executableTarget(
      name: "bench-http", dependencies: ["HTTP", "TestSupport"], path: "Benchmarks/HTTP",
      swiftSettings: strict),
    .executableTarget(
      name: "bench-state", dependencies: ["Logging", "Store"], path: "Benchmarks/State",
      swiftSettings: strict),
    .executableTarget(
      name: "bench-solver", dependencies: ["Resolution", "TestSupport"],
      path: "Benchmarks/Solver", swiftSettings: strict),
    .executableTarget(
      name: "bench-npm-registry", dependencies: ["HTTPServer", "JSON", "TestSupport"],
      path: "Benchmarks/NPMRegistry", swiftSettings: strict),
    .executableTarget(
      name: "bench-memory", dependencies: ["Ecosystem", "HTTP", "NPM"], path: "Benchmarks/Memory",
      swiftSettings: strict),
    .executableTarget(name: "measure", path: "Benchmarks/Measure", swiftSettings: strict),
    .executableTarget(
      name: "sample-gems", dependencies: ["Crypto"], path: "Benchmarks/Gems",
      swiftSettings: strict),
    .executableTarget(
      name: "serve-folder", dependencies: ["Crypto", "HTTPServer"], path: "Benchmarks/Serve",
      swiftSettings: strict),
    .executableTarget(
      name: "sample-universe", dependencies: ["Git"], path: "Benchmarks/Universe",
      swiftSettings: strict),

    // tests
    .target(
      name: "TestSupport",
      dependencies: ["Ecosystem", "HTTP", "Git", "JSON", "Resolution", "Text"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("Advisories", ["Advisories", "Bundler", "HTTP", "NPM", "SwiftPM"]),
    tests("Architecture", ["Architecture"]),
    tests("Arguments", ["Arguments"]),
    tests(
      "Bundler",
      ["Bundler", "Crypto", "Ecosystem", "Git", "HTTP", "Resolution", "Text", "Versioning"]),
    tests("Changelogs", ["Bundler", "Changelogs", "HTTP", "NPM", "SwiftPM", "Versioning"]),
    tests(
      "Configuration",
      ["Configuration", "Ecosystem", "JSON", "Logging", "Text", "Versioning", "YAML"]),
    tests("Crypto", ["Crypto"]),
    tests("Database", ["Database", "Logging"]),
    tests(
      "EndToEnd", ["Crypto", "Database", "Git", "HTTP", "JSON", "Logging", "Store"],
      exclude: ["Fixtures"]),
    tests("Forges", ["Crypto", "Forges", "Git", "HTTP", "JSON", "Logging"]),
    tests("Git", ["Git", "HTTP", "Logging"]),
    tests("HTTP", ["HTTP", "Logging"]),
    tests("HTTPServer", ["HTTPServer"]),
    tests("JSON", ["JSON", "Text"]),
    tests("Logging", ["Logging"]),
    tests("NPM", ["Ecosystem", "Git", "HTTP", "JSON", "NPM", "Text"]),
    tests("Resolution", ["Resolution"]),
    tests(
      "Service",
      [
        "Configuration", "Crypto", "Ecosystem", "Forges", "HTTPServer", "JSON", "Logging",
        "Service", "Store", "Text", "Updates",
      ]),
    tests("Store", ["Database", "Logging", "Store"]),
    tests("SwiftPM", ["Ecosystem", "Git", "HTTP", "Logging", "SwiftPM", "Text", "Versioning"]),
    tests("Text", ["Text"]),
    tests(
      "Updates",
      [
        "Advisories", "Changelogs", "Configuration", "Ecosystem", "Forges", "Git", "HTTP",
        "Logging",
        "Store", "Text", "Updates", "Versioning",
      ]),
    tests("YAML", ["Text", "YAML"]),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzer needs its own instrumentation in every target: built apart, by `make fuzz`.
if Context.environment["MARTLET_FUZZ"] != nil {
  let sanitizer = ["-sanitize=fuzzer,address"]
  for target in package.targets where target.type == .regular {
    target.swiftSettings?.append(.unsafeFlags(sanitizer))
  }
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Bundler", "Ecosystem", "Git", "HTTP", "JSON", "NPM", "SwiftPM", "Text", "YAML",
      ],
      path: "Fuzzing",
      exclude: ["run"], swiftSettings: strict + [.unsafeFlags(sanitizer)],
      linkerSettings: [.unsafeFlags(sanitizer + ["-use-ld=lld"])]))
}
