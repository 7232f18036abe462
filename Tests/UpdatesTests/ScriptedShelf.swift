import Ecosystem
import Time

extension ScriptedEcosystem {
  /// The data of the registry, and what the tests observe.
  struct Shelf {
    /// Versions by name, oldest first.
    var versions: [String: [String]] = [:]
    /// Pairs such as `a@2.0.0 b@2.0.0` that exclude each other.
    var clashes: [Set<String>] = []
    /// The package that the registry lacks, by the `name@version` that needs it.
    var lacking: [String: String] = [:]
    /// The version that comes along with another one, by its `name@version`: `b@2.0.0`.
    var companions: [String: String] = [:]
    /// The direct dependencies that lead to a package, by its name.
    var directParents: [String: [String]] = [:]
    /// What each package needs, by its name.
    var needs: [String: Set<String>] = [:]
    /// The functions of versions, by `name@version`; a version without any can't be compared.
    var functions: [String: [String]] = [:]
    /// The repositories that the registry names, by package.
    var repositories: [String: String] = [:]
    /// Packages that leave the lock with any update.
    var dropped: Set<String> = []
    /// Whether copies never move.
    var holdsCopies = false
    /// The reasons why the toolchain can't use a version, by `name@version`.
    var heldBack: [String: String] = [:]
    /// Whether patches satisfy requirements.
    var allowsPatches = false
    /// The versions that an update of the whole lock takes, besides patches.
    var refreshed: [String: String] = [:]
    /// Why authors advise against versions, by `name@version`.
    var deprecations: [String: String] = [:]
    /// The successors that the registry names in a field, by `name@version`.
    var successors: [String: String] = [:]
    /// Why files can't name a successor, by its name.
    var obstacles: [String: String] = [:]
    /// When versions were published, by `name@version`; others long ago.
    var published: [String: Timestamp] = [:]
    /// The versions whose releases state no time, by `name@version`.
    var isAgeless: Set<String> = []
    /// The times that are stated on request only, by `name@version`.
    var times: [String: Timestamp] = [:]
    /// Why requests for times fail, by name.
    var timeFailures: [String: Problem] = [:]
    /// The requests for times, such as `a 1.0.1 1.1.0`.
    var askedTimes: [String] = []
    /// Packages that the registry doesn't have.
    var unknown: Set<String> = []
    /// What identifies the content of versions, by `name@version`.
    var contents: [String: String] = [:]
    /// The error of `coupled`.
    var couplingFailure: Problem?
    /// Whether requests fail.
    var isDown = false
    /// The number of resolutions.
    var resolutions = 0
    /// The number of opened projects.
    var openings = 0
    /// The names of the dependencies whose releases were requested.
    var requested: Set<String> = []
    /// The names of the dependencies whose repositories were requested.
    var asked: Set<String> = []
  }
}
