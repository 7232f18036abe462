import Containers
package import Ecosystem
package import HTTP

/// Features of development containers, which are artifacts in registries of images.
package struct DevContainersEcosystem: PackageEcosystem {
  let http: HTTP.Client

  /// Creates the ecosystem.
  ///
  /// - Parameter http: for registries; mirrors and credentials are layers of it.
  package init(http: HTTP.Client) {
    self.http = http
  }

  /// The description of development containers.
  package var description: EcosystemDescription { .devContainers }
}
