import Catalog
import Ecosystem

/// The ecosystems as configured in the program.
let ecosystems = EcosystemCatalog.served
