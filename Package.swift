// swift-tools-version: 6.2
// The modules, bottom-up: a module of rank n imports only modules of lower rank
// (Tests/ArchitectureTests verify this). docs/architecture.md shows them with imports and sizes.
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
  // Specializes the generic code of Resolution in the modules of its clients.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
  // Lets the linker order functions: see `compact`.
  .unsafeFlags(
    ["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release)),
]

/// A C library of the system: two files, `module.modulemap` and `shim.h`.
func system(
  _ name: String, _ folder: String, pkgConfig: String? = nil, apt: String
) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(folder)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A C library that is loaded on first use, with all its dependencies.
///
/// The functions in use are listed in `functions.c`.
func loaded(_ name: String, _ folder: String) -> Target {
  .target(
    name: name, path: "Sources/C/\(folder)", publicHeadersPath: ".",
    cSettings: [
      // The C library's checks of buffers need optimisation.
      .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
      .unsafeFlags(
        ["-fstack-protector-strong", "-fstack-clash-protection"], .when(configuration: .release)),
    ])
}

/// A file of the repository that is part of the program.
func embedded(_ name: String, _ folder: String) -> Target {
  .target(name: name, path: "Sources/C/\(folder)", publicHeadersPath: ".")
}

/// Makes addresses read-only before the program starts, and the stack hold no code.
///
/// `Scripts/check-binary` checks the result.
let hardened: [LinkerSetting] = [
  .unsafeFlags(
    ["relro", "now", "noexecstack"].flatMap { ["-Xlinker", "-z", "-Xlinker", $0] })
]

/// Lets a command read less of the program: packed addresses, which need glibc 2.36, no names of
/// functions that only the program itself calls, and the functions of common commands side by side.
let compact: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      "-Xlinker", "--no-export-dynamic",
      "-Xlinker", "--symbol-ordering-file",
      "-Xlinker", "\(Context.packageDirectory)/Scripts/link-order/functions",
      "-Xlinker", "--no-warn-symbol-ordering",
    ], .when(platforms: [.linux], configuration: .release))
]

/// Modules that are optimized in debug builds, too: tests spend much of their time there, for example
/// on hostile files as large as they may be.
let optimized: Set = ["JSON", "Resolution", "Ruby", "Text", "YAML"]

/// The settings of a module.
func settings(of name: String) -> [SwiftSetting] {
  optimized.contains(name)
    ? strict + [.unsafeFlags(["-O"], .when(configuration: .debug))] : strict
}

/// A module of the program.
func module(_ name: String, in folder: String? = nil, _ imports: [Target.Dependency] = []) -> Target
{
  .target(
    name: name, dependencies: imports, path: "Sources/\(folder ?? name)",
    swiftSettings: settings(of: name))
}

/// The tests of a module, with the dependencies that they import.
func tests(
  _ name: String, _ imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: imports + ["Libc", "TestSupport", "Time"],
    path: "Tests/\(name)Tests",
    exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "martlet",
  products: [.executable(name: "martlet", targets: ["martlet"])],
  targets: [
    // rank 0
    loaded("CBrotli", "brotli"),
    system(
      "CCmark", "cmark", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
    loaded("CCurl", "curl"),
    loaded("CGit2", "git2"),
    loaded("CIsolation", "isolation"),
    system("CMalloc", "malloc", apt: "libc6-dev"),
    loaded("CMicrohttpd", "microhttpd"),
    loaded("COnig", "onig"),
    loaded("COpenSSL", "openssl"),
    loaded("CPQ", "pq"),
    embedded("CSchema", "schema"),
    loaded("CSQLite", "sqlite3"),
    embedded("CTranslations", "translations"),
    embedded("CTroubleshooting", "troubleshooting"),
    system("CYAML", "yaml", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    loaded("CZlib", "zlib"),
    module("Libc"),

    // rank 1
    module("Addresses", ["Libc"]),
    module("FileAccess", ["Libc"]),
    .target(
      name: "Languages", dependencies: ["CTranslations"], path: "Sources/Languages",
      exclude: ["ja.po"], swiftSettings: strict),
    module("Text", ["Libc"]),
    module("Time", ["Libc"]),

    // rank 2
    module("Arguments", ["Text"]),
    module("Crypto", ["COpenSSL"]),
    module("JSON", ["Libc", "Text"]),
    module("Logging", ["Time"]),
    module("Patterns", ["COnig"]),
    module("Workers", ["CIsolation", "Libc"]),
    module("YAML", ["CYAML", "Text"]),

    // rank 3
    module("Database", ["CPQ", "CSQLite", "Libc", "Logging", "Time"]),
    module("Git", ["Addresses", "CGit2", "Crypto", "Libc", "Logging", "Text"]),
    module("HTTP", ["Addresses", "CCurl", "Crypto", "Libc", "Logging", "Text", "Time"]),
    module("HTTPServer", ["CMicrohttpd", "Libc", "Text"]),
    module("Versioning"),

    // rank 4
    module("Ecosystem", in: "Ecosystems/Ecosystem", ["Git", "HTTP", "Text", "Time", "Versioning"]),
    module("Resolution"),
    module("Tracing", ["HTTP", "JSON", "Libc", "Logging", "Time"]),

    module("Gems", in: "Ecosystems/Gems", ["Text", "Versioning"]),

    // rank 5
    module("Advisories", ["Crypto", "Ecosystem", "HTTP", "JSON", "Time", "Versioning"]),
    module("Archives", ["CBrotli", "CZlib", "Ecosystem", "HTTP", "Text"]),
    module("Changelogs", ["CCmark", "HTTP", "JSON", "Languages", "Text", "Time", "Versioning"]),
    module(
      "Forges", ["Crypto", "FileAccess", "Git", "HTTP", "JSON", "Libc", "Logging", "Text", "Time"]),
    module("Impact", ["Ecosystem", "JSON", "Text"]),
    module("Migration", ["Ecosystem", "Text"]),
    module("Xcode", in: "Ecosystems/Xcode", ["Ecosystem", "Text"]),

    // rank 6
    module(
      "JavaScript", in: "Ecosystems/JavaScript",
      [
        "Archives", "Crypto", "Ecosystem", "HTTP", "Impact", "JSON", "Text", "Time", "Versioning",
      ]),
    module(
      "Ruby", in: "Interpreters/Ruby",
      ["Crypto", "Ecosystem", "Gems", "Impact", "JSON", "Patterns", "Text", "YAML"]),

    module("SwiftSources", in: "Interpreters/Swift", ["Impact", "Text"]),

    // rank 7
    module(
      "SwiftPM", in: "Ecosystems/SwiftPM",
      [
        "Crypto", "Ecosystem", "Git", "HTTP", "Impact", "JSON", "Resolution", "SwiftSources",
        "Text",
        "Versioning", "Xcode", "YAML",
      ]),
    module(
      "Bundler", in: "Ecosystems/Bundler",
      [
        "Archives", "Crypto", "Ecosystem", "Gems", "Git", "HTTP", "Impact", "JSON", "Libc",
        "Resolution", "Ruby", "Text", "Time", "Versioning",
      ]),
    module(
      "NPM", in: "Ecosystems/NPM",
      [
        "Archives", "Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Text", "Time",
        "Versioning",
      ]),
    module(
      "Yarn", in: "Ecosystems/Yarn",
      [
        "Archives", "Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Text", "Time", "YAML",
      ]),
    module(
      "Bun", in: "Ecosystems/Bun",
      ["Archives", "Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Text", "Time"]),
    module(
      "Pnpm", in: "Ecosystems/Pnpm",
      [
        "Archives", "Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Text", "Time",
        "Versioning", "YAML",
      ]),
    module(
      "CocoaPods", in: "Ecosystems/CocoaPods",
      [
        "Crypto", "Ecosystem", "Gems", "Git", "HTTP", "Impact", "JSON", "Ruby", "SwiftSources",
        "Text", "Time", "Versioning", "Xcode", "YAML",
      ]),
    module(
      "Configuration",
      [
        "Addresses", "Ecosystem", "Forges", "JSON", "Languages", "Logging", "Patterns", "Text",
        "Versioning", "YAML",
      ]),
    module(
      "References", in: "Ecosystems/References",
      [
        "Crypto", "Ecosystem", "Gems", "Git", "HTTP", "JSON", "Logging", "Patterns", "Text", "Time",
        "Versioning", "YAML",
      ]),
    module(
      "Store",
      [
        "Crypto", "Database", "FileAccess", "Forges", "HTTP", "Impact", "JSON", "Libc", "Logging",
        "Text", "Time",
      ]),

    // rank 8
    module(
      "Carthage", in: "Ecosystems/Carthage",
      [
        "Ecosystem", "Git", "HTTP", "Impact", "JSON", "SwiftPM", "SwiftSources", "Text",
        "Versioning", "Xcode",
      ]),
    module(
      "GitSubmodules", in: "Ecosystems/GitSubmodules",
      ["Ecosystem", "Git", "References", "Text", "Versioning"]),
    module(
      "Credentials",
      ["Configuration", "Crypto", "Ecosystem", "Forges", "HTTP", "Logging", "Time"]),
    module(
      "Updates",
      [
        "Advisories", "Changelogs", "Configuration", "Crypto", "Ecosystem", "Forges", "Git",
        "Impact", "Languages", "Logging", "Store", "Text", "Time", "Tracing", "Versioning",
      ]),

    // rank 9
    module(
      "Catalog", in: "Ecosystems/Catalog",
      [
        "Bun", "Bundler", "Carthage", "CocoaPods", "Ecosystem", "GitSubmodules", "NPM", "Pnpm",
        "References", "SwiftPM", "Yarn",
      ]),
    module(
      "Service",
      [
        "Addresses", "Configuration", "Crypto", "Ecosystem", "FileAccess", "Forges", "HTTP",
        "HTTPServer", "Impact", "JSON", "Languages", "Libc", "Logging", "Store", "Text", "Time",
        "Tracing", "Updates", "Workers",
      ]),

    // rank 10
    module(
      "App",
      [
        "Addresses", "Advisories", "Arguments", "CMalloc", "CSchema", "CTroubleshooting", "Catalog",
        "Changelogs", "Configuration", "Credentials", "Crypto", "Database", "Ecosystem",
        "FileAccess", "Forges", "Git", "GitSubmodules", "HTTP", "HTTPServer", "Impact", "JSON",
        "Languages", "Libc", "Logging", "Migration", "Service", "Store", "Text", "Time", "Tracing",
        "Updates", "Versioning", "Workers", "YAML",
      ]),

    // rank 11
    .executableTarget(
      name: "martlet", dependencies: ["App"], path: "Sources/martlet", swiftSettings: strict,
      linkerSettings: hardened + compact),

    // tools
    .target(
      name: "Architecture", dependencies: ["Libc"], path: "Tools/Architecture",
      swiftSettings: strict),
    .executableTarget(
      name: "draw-architecture", dependencies: ["Architecture"], path: "Tools/DrawArchitecture",
      swiftSettings: strict),

    // benchmarks
    .executableTarget(
      name: "bench-http", dependencies: ["HTTP", "TestSupport"], path: "Benchmarks/HTTP",
      swiftSettings: strict),
    .executableTarget(
      name: "bench-state",
      dependencies: ["Forges", "Libc", "Logging", "Store", "TestSupport", "Time"],
      path: "Benchmarks/State",
      swiftSettings: strict),
    .executableTarget(
      name: "bench-solver", dependencies: ["Resolution", "TestSupport"],
      path: "Benchmarks/Solver", swiftSettings: strict),
    .executableTarget(
      name: "bench-npm-registry",
      dependencies: ["Archives", "Crypto", "HTTPServer", "JSON", "Libc", "TestSupport"],
      path: "Benchmarks/NPMRegistry", swiftSettings: strict),
    .executableTarget(
      name: "bench-memory",
      dependencies: ["CMalloc", "Ecosystem", "HTTP", "JavaScript", "Libc", "NPM"],
      path: "Benchmarks/Memory",
      swiftSettings: strict),
    .executableTarget(
      name: "measure", dependencies: ["Libc"], path: "Benchmarks/Measure", swiftSettings: strict),
    .executableTarget(
      name: "sample-gems", dependencies: ["Crypto", "Libc"], path: "Benchmarks/Gems",
      swiftSettings: strict),
    .executableTarget(
      name: "serve-folder", dependencies: ["Crypto", "HTTPServer", "Libc"],
      path: "Benchmarks/Serve",
      swiftSettings: strict),
    .executableTarget(
      name: "sample-universe", dependencies: ["Git", "Libc"], path: "Benchmarks/Universe",
      swiftSettings: strict),

    // tests
    .target(
      name: "TestSupport",
      dependencies: [
        "Ecosystem", "Forges", "Git", "HTTP", "JSON", "Libc", "Logging", "Resolution", "Text",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("Addresses", ["Addresses"]),
    tests("Advisories", ["Advisories", "Bundler", "Ecosystem", "HTTP", "NPM", "SwiftPM"]),
    tests("Architecture", ["Architecture"]),
    tests("Archives", ["Archives", "Ecosystem"]),
    tests("Arguments", ["Arguments"]),
    tests("Bun", ["Bun", "Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Text"]),
    tests(
      "Bundler",
      [
        "Archives", "Bundler", "Crypto", "Ecosystem", "Gems", "Git", "HTTP", "Impact",
        "Resolution", "Ruby", "Text", "Versioning",
      ]),
    tests("Catalog", ["Catalog", "Ecosystem"]),
    tests("Carthage", ["Carthage", "Ecosystem", "Git", "HTTP", "Impact", "Text", "Versioning"]),
    tests(
      "CocoaPods",
      ["CocoaPods", "Ecosystem", "Git", "HTTP", "Impact", "JSON", "Text"]),
    tests("Changelogs", ["Changelogs", "Gems", "HTTP", "NPM", "SwiftPM", "Versioning"]),
    tests(
      "Configuration",
      [
        "Addresses", "Bundler", "Catalog", "Configuration", "Ecosystem", "Forges", "JSON",
        "Languages",
        "Logging",
        "NPM", "Patterns", "SwiftPM", "Text", "Versioning", "YAML",
      ]),
    tests(
      "Credentials",
      ["Configuration", "Credentials", "Ecosystem", "Forges", "HTTP", "Logging", "References"]),
    tests("Crypto", ["Crypto"]),
    tests("Database", ["Database", "Logging"]),
    tests("Ecosystem", ["Ecosystem", "Git", "HTTP", "Text", "Versioning"]),
    tests(
      "EndToEnd", ["Crypto", "Database", "Git", "HTTP", "JSON", "Logging", "Store"],
      exclude: ["Fixtures"]),
    tests("FileAccess", ["FileAccess"]),
    tests("Forges", ["Crypto", "Forges", "Git", "HTTP", "JSON", "Logging"]),
    tests("Gems", ["Gems", "JSON", "Text"]),
    tests("Git", ["Git", "HTTP", "Logging"]),
    tests("HTTP", ["HTTP", "Logging"]),
    tests("HTTPServer", ["HTTPServer"]),
    tests("Impact", ["Impact"]),
    tests("JSON", ["JSON", "Text"]),
    tests(
      "JavaScript", ["Ecosystem", "HTTP", "Impact", "JSON", "JavaScript", "Text", "Versioning"]),
    tests("Languages", ["Languages"]),
    tests("Logging", ["Logging"]),
    tests(
      "Migration",
      [
        "Carthage", "CocoaPods", "Ecosystem", "Git", "HTTP", "Logging", "Migration", "Store",
        "SwiftPM", "Text", "Updates",
      ]),
    tests(
      "GitSubmodules", ["Ecosystem", "Git", "GitSubmodules", "References", "Text", "Versioning"]),
    tests("NPM", ["Ecosystem", "Git", "HTTP", "JSON", "JavaScript", "NPM", "Text"]),
    tests(
      "Pnpm",
      ["Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Pnpm", "Text", "Versioning", "YAML"]),
    tests(
      "References",
      [
        "Configuration", "Ecosystem", "Git", "HTTP", "Logging", "References", "Text", "Updates",
        "Versioning",
      ]),
    tests("Resolution", ["Resolution"]),
    tests("Ruby", ["Ecosystem", "Gems", "Impact", "JSON", "Ruby", "Text"]),
    tests(
      "Service",
      [
        "Bundler", "Configuration", "Crypto", "Database", "Ecosystem", "Forges", "HTTP",
        "HTTPServer", "JSON", "Languages", "Logging", "NPM", "Service", "Store", "SwiftPM", "Text",
        "Updates", "Versioning", "YAML",
      ]),
    tests("Store", ["Database", "Forges", "HTTP", "Logging", "Store"]),
    tests(
      "SwiftPM",
      [
        "Ecosystem", "Git", "HTTP", "Impact", "Logging", "SwiftPM", "SwiftSources", "Text",
        "Versioning", "Xcode",
      ]),
    tests("Text", ["Text"]),
    tests("Time"),
    tests("Tracing", ["HTTP", "JSON", "Logging", "Tracing"]),
    tests(
      "Updates",
      [
        "Advisories", "Bundler", "Changelogs", "Configuration", "Ecosystem", "Forges", "Git",
        "HTTP", "Impact", "Languages", "Logging", "NPM", "References", "Store", "SwiftPM", "Text",
        "Updates", "Versioning",
      ]),
    tests("Workers", ["Workers"]),
    tests("YAML", ["Text", "YAML"]),
    tests(
      "Yarn", ["Archives", "Crypto", "Ecosystem", "HTTP", "JSON", "JavaScript", "Text", "Yarn"]),
  ],
  swiftLanguageModes: [.v6]
)

// `swift test` builds every test target, also with a filter. `make smoke` needs two of them.
if let module = Context.environment["MARTLET_SMOKE"] {
  let kept = ["\(module)Tests", "ArchitectureTests"]
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

// The fuzzer needs instrumentation in every target, so `make fuzz` builds it separately.
if Context.environment["MARTLET_FUZZ"] != nil {
  let sanitizer = ["-sanitize=fuzzer,address"]
  for target in package.targets where target.type == .regular {
    target.swiftSettings?.append(.unsafeFlags(sanitizer))
  }
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Advisories", "Bun", "Bundler", "Carthage", "Changelogs", "CocoaPods", "Configuration",
        "Crypto", "Ecosystem", "Forges", "Git", "GitSubmodules", "HTTP", "Impact", "JSON",
        "JavaScript", "Libc", "Logging", "NPM", "Pnpm", "References", "Ruby", "SwiftPM",
        "SwiftSources", "Text", "Time", "Versioning", "Xcode", "YAML", "Yarn",
      ],
      path: "Fuzzing",
      exclude: ["run"], swiftSettings: strict + [.unsafeFlags(sanitizer)],
      linkerSettings: [.unsafeFlags(sanitizer + ["-use-ld=lld"])]))
}
