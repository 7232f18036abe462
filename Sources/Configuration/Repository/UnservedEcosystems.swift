/// What Dependabot serves and martlet doesn't, by the names of `package-ecosystem`.
let unserved = [
  "bazel", "bun", "cargo", "composer", "conda", "deno", "devcontainers", "docker",
  "docker-compose", "dotnet-sdk", "elm", "github-actions", "gitsubmodule", "gomod", "gradle",
  "helm", "julia", "maven", "mise", "mix", "nix", "nuget", "opentofu", "pip", "pre-commit", "pub",
  "rust-toolchain", "sbt", "terraform", "uv", "vcpkg",
]
