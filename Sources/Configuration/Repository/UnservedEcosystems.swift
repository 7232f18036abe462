import Ecosystem

/// Returns the values of `package-ecosystem` that Dependabot serves and martlet doesn't.
func unserved(besides ecosystems: EcosystemCatalog) -> [String] {
  let served = Set(ecosystems.words)
  return dependabotEcosystems.filter { !served.contains($0) }
}

/// The values of `package-ecosystem` that Dependabot knows, apart from martlet's first ones.
private let dependabotEcosystems = [
  "bazel", "cargo", "composer", "conda", "deno", "dotnet-sdk", "elm",
  "gomod", "gradle", "julia", "maven", "mise", "mix", "nix", "nuget", "opentofu", "pip", "pub",
  "rust-toolchain", "sbt", "uv", "vcpkg",
]
