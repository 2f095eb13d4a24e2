package main

// A goPackage is one Go package whose types are in the data file.
type goPackage struct {
	// name is the package's name in the data file, and its subpath of @kb/kubernetes.
	name string
	path string
	// group and version are set for group versions.
	group, version string
	// only names the types to take; empty takes every type that has a JSON form.
	only []string
	// without names types that nobody sends.
	without []string
	// unserved: the types are there, but no API server of this release serves the group version.
	unserved bool
}

func (p goPackage) isGroupVersion() bool { return p.version != "" }

// packages are the group versions that @kubernetes/client-node has and k8s.io/api still has, and what they refer to.
var packages = []goPackage{
	api("admissionregistration", "v1", "admissionregistration.k8s.io"),
	api("admissionregistration", "v1alpha1", "admissionregistration.k8s.io"),
	api("admissionregistration", "v1beta1", "admissionregistration.k8s.io"),
	api("apps", "v1", "apps"),
	api("authentication", "v1", "authentication.k8s.io"),
	unservedAPI("authentication", "v1alpha1", "authentication.k8s.io"),
	unservedAPI("authentication", "v1beta1", "authentication.k8s.io"),
	api("authorization", "v1", "authorization.k8s.io"),
	api("autoscaling", "v1", "autoscaling"),
	api("autoscaling", "v2", "autoscaling"),
	api("batch", "v1", "batch"),
	api("certificates", "v1", "certificates.k8s.io"),
	api("certificates", "v1alpha1", "certificates.k8s.io"),
	api("certificates", "v1beta1", "certificates.k8s.io"),
	api("coordination", "v1", "coordination.k8s.io"),
	api("coordination", "v1alpha2", "coordination.k8s.io"),
	api("coordination", "v1beta1", "coordination.k8s.io"),
	api("core", "v1", ""),
	api("discovery", "v1", "discovery.k8s.io"),
	api("events", "v1", "events.k8s.io"),
	api("flowcontrol", "v1", "flowcontrol.apiserver.k8s.io"),
	unservedAPI("flowcontrol", "v1beta3", "flowcontrol.apiserver.k8s.io"),
	api("networking", "v1", "networking.k8s.io"),
	api("networking", "v1beta1", "networking.k8s.io"),
	api("node", "v1", "node.k8s.io"),
	api("policy", "v1", "policy"),
	api("rbac", "v1", "rbac.authorization.k8s.io"),
	api("resource", "v1", "resource.k8s.io"),
	api("resource", "v1alpha3", "resource.k8s.io"),
	api("resource", "v1beta1", "resource.k8s.io"),
	api("resource", "v1beta2", "resource.k8s.io"),
	api("scheduling", "v1", "scheduling.k8s.io"),
	api("scheduling", "v1alpha2", "scheduling.k8s.io"),
	api("storage", "v1", "storage.k8s.io"),
	unservedAPI("storage", "v1alpha1", "storage.k8s.io"),
	api("storage", "v1beta1", "storage.k8s.io"),
	api("storagemigration", "v1beta1", "storagemigration.k8s.io"),
	{name: "internal/v1alpha1", path: "k8s.io/api/apiserverinternal/v1alpha1", group: "internal.apiserver.k8s.io", version: "v1alpha1"},
	{
		name: "apiextensions/v1", path: "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
		group: "apiextensions.k8s.io", version: "v1",
	},
	{
		name: "apiregistration/v1", path: "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1",
		group: "apiregistration.k8s.io", version: "v1",
	},
	{name: "meta/v1", path: "k8s.io/apimachinery/pkg/apis/meta/v1", without: []string{"InternalEvent", "Timestamp", "Patch"}},
	{name: "resource", path: "k8s.io/apimachinery/pkg/api/resource", only: []string{"Quantity"}},
	{name: "intstr", path: "k8s.io/apimachinery/pkg/util/intstr", only: []string{"IntOrString"}},
	{name: "runtime", path: "k8s.io/apimachinery/pkg/runtime", only: []string{"RawExtension"}},
	{name: "types", path: "k8s.io/apimachinery/pkg/types", only: []string{"UID", "NodeName", "PatchType"}},
}

// api is a group version of k8s.io/api.
func api(directory, version, group string) goPackage {
	return goPackage{name: directory + "/" + version, path: "k8s.io/api/" + directory + "/" + version, group: group, version: version}
}

// unservedAPI is a group version that only its types are left of.
func unservedAPI(directory, version, group string) goPackage {
	p := api(directory, version, group)
	p.unserved = true
	return p
}

// packageNames maps import paths to names in the data file.
var packageNames = func() map[string]string {
	names := map[string]string{}
	for _, p := range packages {
		names[p.path] = p.name
	}
	return names
}()
