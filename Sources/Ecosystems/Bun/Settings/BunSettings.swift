/// The settings of `bunfig.toml` that matter for a lock.
struct BunSettings: Hashable, Sendable {
  /// The minimum age of versions in seconds; nil for none.
  var releaseAge: Int64?
  /// The names of packages whose versions can be of any age.
  var ageExclusions: Set<String> = []
  /// Whether ranges of the registry can lead to members of the workspace.
  var linksMembers = true
}
