# All images at once, on BuildKit: as many at a time as its workers take.
#
#   npm run build
#   TENANTS="$(npm run --silent tenants -- list --json)" docker buildx bake -f docker/bake.hcl --load
#
# Nothing here lists the deployments: TENANTS is what `tenants list` says. docs/ops/image.md has the rest.

variable "TENANTS" {
  # Of each deployment its id and its version: [{"id": "…", "version": "4.2.3"}].
  default = "[]"
}

variable "REGISTRY" {
  # In front of every name, without a slash at its end: registry.example.org/team. Empty for this machine alone.
  default = ""
}

variable "REVISION" {
  # The commit, for the labels: git rev-parse HEAD.
  default = ""
}

variable "API_VERSION" {
  default = "local"
}

group "default" {
  targets = ["web", "api"]
}

target "web" {
  name       = "web-${tenant.id}"
  matrix     = { tenant = jsondecode(TENANTS) }
  context    = "."
  dockerfile = "docker/Dockerfile"
  args = {
    TENANT   = tenant.id
    VERSION  = tenant.version
    REVISION = REVISION
  }
  # A tag cannot hold the + of a version.
  tags = ["${REGISTRY == "" ? "" : "${REGISTRY}/"}signboard-${tenant.id}:${replace(tenant.version, "+", "_")}"]
}

target "api" {
  context    = "."
  dockerfile = "docker/api.Dockerfile"
  tags       = ["${REGISTRY == "" ? "" : "${REGISTRY}/"}signboard-api:${API_VERSION}"]
}
