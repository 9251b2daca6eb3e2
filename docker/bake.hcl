# Builds the images of all deployments' pages with BuildKit, in parallel. `npm run build -- --image` writes those of the APIs.
#
#   npm run build
#   TENANTS="$(npm run --silent tenants -- list --json)" docker buildx bake -f docker/bake.hcl --load
#
# The list of deployments comes from `npm run tenants -- list`. See docs/ops/image.md.

variable "TENANTS" {
  # Id and version of each deployment: [{"id": "…", "version": "4.2.3"}].
  default = "[]"
}

variable "REGISTRY" {
  # Prefix of every image name without a trailing slash: registry.example.org/team. Empty for local images.
  default = ""
}

variable "REVISION" {
  # Commit for the labels: git rev-parse HEAD.
  default = ""
}

group "default" {
  targets = ["web"]
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
  # Tags cannot contain the + of a version.
  tags = ["${REGISTRY == "" ? "" : "${REGISTRY}/"}signboard-${tenant.id}:${replace(tenant.version, "+", "_")}"]
}
