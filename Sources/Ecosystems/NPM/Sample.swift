import Crypto
import Ecosystem

/// The sample for `martlet demo`: a Node project with a private registry and an outdated lock file.
enum NodeSample {
  private static let registry = "https://npm.example.com/"
  /// The repository of `finch`, whose releases on GitHub have notes.
  private static let finch = "demo-birds/finch"

  /// Creates the project, which is behind one of its packages.
  static func make() -> DemoSample {
    DemoSample(
      name: "web",
      plot: "A Node project uses a company's own registry. Which dependencies are outdated?",
      pages: [
        "\(registry)finch": packument("finch", ["1.2.0", "1.2.1", "1.3.0"], needs: "twig"),
        "\(registry)twig": packument("twig", ["1.0.0", "1.1.0"]),
        "https://api.github.com/repos/\(finch)/releases": releases,
      ]
    ) { _ in
      [
        "package.json": manifest, "package-lock.json": lock, ".npmrc": "registry=\(registry)\n",
        "index.js": "console.log(require('finch').sing())\n",
        ".github/dependabot.yml": dependabot,
      ]
    }
  }

  private static let dependabot = """
    version: 2
    updates:
      - package-ecosystem: npm
        directory: /
        schedule:
          interval: weekly
        cooldown:
          default-days: 0

    """

  private static let manifest = """
    {
      "name": "web",
      "version": "1.0.0",
      "private": true,
      "dependencies": {
        "finch": "^1.2.0"
      }
    }

    """

  private static let lock = """
    {
      "name": "web",
      "version": "1.0.0",
      "lockfileVersion": 3,
      "requires": true,
      "packages": {
        "": {
          "name": "web",
          "version": "1.0.0",
          "dependencies": {
            "finch": "^1.2.0"
          }
        },
        "node_modules/finch": {
          "version": "1.2.0",
          "resolved": "\(tarball("finch", "1.2.0"))",
          "integrity": "\(integrity("finch", "1.2.0"))",
          "license": "MIT",
          "dependencies": {
            "twig": "^1.0.0"
          }
        },
        "node_modules/twig": {
          "version": "1.0.0",
          "resolved": "\(tarball("twig", "1.0.0"))",
          "integrity": "\(integrity("twig", "1.0.0"))",
          "license": "MIT"
        }
      }
    }

    """

  private static let releases = """
    [
      {"tag_name": "v1.3.0", "name": "1.3.0", "draft": false, "prerelease": false,
       "body": "- `finch.sing()` takes a tempo.\\n- Removes the option `wait`."},
      {"tag_name": "v1.2.1", "name": "1.2.1", "draft": false, "prerelease": false,
       "body": "- Fixes the pitch of long notes."},
      {"tag_name": "v1.2.0", "name": "1.2.0", "draft": false, "prerelease": false,
       "body": "- First release."}
    ]
    """

  /// Returns a package's packument; the last version is the newest.
  private static func packument(
    _ name: String, _ versions: [String], needs: String? = nil
  ) -> String {
    let manifests = versions.map { version in
      """
      "\(version)": {"name": "\(name)", "version": "\(version)", "license": "MIT",
       "repository": {"type": "git", "url": "git+https://github.com/demo-birds/\(name).git"},
       "dependencies": {\(needs.map { "\"\($0)\": \"^1.0.0\"" } ?? "")},
       "dist": {"tarball": "\(tarball(name, version))", "integrity": "\(integrity(name, version))"}}
      """
    }
    return """
      {"name": "\(name)", "dist-tags": {"latest": "\(versions.last ?? "")"},
       "versions": {\(manifests.joined(separator: ",\n"))}}
      """
  }

  private static func tarball(_ name: String, _ version: String) -> String {
    "\(registry)\(name)/-/\(name)-\(version).tgz"
  }

  private static func integrity(_ name: String, _ version: String) -> String {
    "sha512-" + Crypto.Digest(.sha512, of: "\(name)@\(version)").base64
  }
}
