package import JavaScript

/// The version order of npm: node-semver's, which advisories and release notes are compared with.
package typealias Version = JavaScript.Version
