package main

// An exception is what the Go type of a kind does not say. `go run . verify` compares the whole with Kubernetes' published discovery documents.
type exception struct {
	shortNames, categories []string
	// verbs where they are not all, nor what the generated client has.
	verbs []string
	// skipsVerbs: the server leaves out the verb that the client skips.
	skipsVerbs bool
	// subresources besides status and scale. Without a kind: the resource's own; without a version: of the same group version.
	subresources []subresource
	// fieldSelectors are the labels of field selectors where they are not the name and the namespace alone.
	fieldSelectors []string
	// unserved: the API server does not serve the kind any more, though the type is there.
	unserved bool
	// withoutClient: the kind is served, though no client is generated for it.
	withoutClient bool
	// noStatus: there is no status subresource though there is a status.
	noStatus bool
}

var (
	all           = []string{"all"}
	proxyVerbs    = []string{"create", "delete", "get", "patch", "update"}
	streamVerbs   = []string{"create", "get"}
	createOnly    = []string{"create"}
	unserved      = exception{unserved: true}
	byName        = []string{"metadata.name"}
	bySigner      = []string{"metadata.name", "spec.signerName"}
	resourceSlice = exception{fieldSelectors: []string{"metadata.name", "spec.nodeName", "spec.driver"}}
)

// groupCategories are the categories of all kinds of a group.
var groupCategories = map[string][]string{
	"admissionregistration.k8s.io": {"api-extensions"},
	"apiextensions.k8s.io":         {"api-extensions"},
	"apiregistration.k8s.io":       {"api-extensions"},
}

// exceptions are kept by hand, by the type's name in the data file.
var exceptions = map[string]exception{
	"core/v1.Binding":         {withoutClient: true, verbs: createOnly},
	"core/v1.ComponentStatus": {shortNames: []string{"cs"}, verbs: []string{"get", "list"}},
	"core/v1.ConfigMap":       {shortNames: []string{"cm"}},
	"core/v1.Endpoints":       {shortNames: []string{"ep"}},
	"core/v1.Event": {shortNames: []string{"ev"}, fieldSelectors: []string{
		"involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid", "involvedObject.apiVersion",
		"involvedObject.resourceVersion", "involvedObject.fieldPath", "reason", "reportingComponent", "source", "type", "metadata.namespace", "metadata.name",
	}},
	"core/v1.LimitRange": {shortNames: []string{"limits"}},
	"core/v1.Namespace": {
		shortNames: []string{"ns"}, skipsVerbs: true, fieldSelectors: []string{"status.phase", "metadata.name"},
		subresources: []subresource{{name: "finalize", verbs: []string{"update"}}},
	},
	"core/v1.Node": {
		shortNames: []string{"no"}, fieldSelectors: []string{"metadata.name", "spec.unschedulable"},
		subresources: []subresource{{name: "proxy", kind: "NodeProxyOptions", verbs: proxyVerbs}},
	},
	"core/v1.PersistentVolume":      {shortNames: []string{"pv"}},
	"core/v1.PersistentVolumeClaim": {shortNames: []string{"pvc"}},
	"core/v1.Pod": {
		shortNames: []string{"po"}, categories: all,
		// spec.host is an old name of spec.nodeName.
		fieldSelectors: []string{
			"metadata.name", "metadata.namespace", "spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName",
			"spec.hostNetwork", "status.phase", "status.podIP", "status.podIPs", "status.nominatedNodeName", "spec.host",
		},
		subresources: []subresource{
			{name: "attach", kind: "PodAttachOptions", verbs: streamVerbs},
			{name: "binding", kind: "Binding", verbs: createOnly},
			{name: "ephemeralcontainers", verbs: subresourceVerbs},
			{name: "eviction", group: "policy", version: "v1", kind: "Eviction", typ: "policy/v1.Eviction", verbs: createOnly},
			{name: "exec", kind: "PodExecOptions", verbs: streamVerbs},
			{name: "log", verbs: []string{"get"}},
			{name: "portforward", kind: "PodPortForwardOptions", verbs: streamVerbs},
			{name: "proxy", kind: "PodProxyOptions", verbs: proxyVerbs},
			{name: "resize", verbs: subresourceVerbs},
		},
	},
	"core/v1.ReplicationController": {
		shortNames: []string{"rc"}, categories: all, fieldSelectors: []string{"metadata.name", "metadata.namespace", "status.replicas"},
	},
	"core/v1.ResourceQuota": {shortNames: []string{"quota"}},
	"core/v1.Secret":        {fieldSelectors: []string{"type", "metadata.namespace", "metadata.name"}},
	"core/v1.Service": {
		shortNames: []string{"svc"}, categories: all,
		fieldSelectors: []string{"metadata.namespace", "metadata.name", "spec.clusterIP", "spec.type"},
		subresources:   []subresource{{name: "proxy", kind: "ServiceProxyOptions", verbs: proxyVerbs}},
	},
	"core/v1.ServiceAccount": {shortNames: []string{"sa"}, subresources: []subresource{
		{
			name: "token", group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", typ: "authentication/v1.TokenRequest",
			verbs: createOnly,
		},
	}},

	"apps/v1.DaemonSet":   {shortNames: []string{"ds"}, categories: all},
	"apps/v1.Deployment":  {shortNames: []string{"deploy"}, categories: all},
	"apps/v1.ReplicaSet":  {shortNames: []string{"rs"}, categories: all},
	"apps/v1.StatefulSet": {shortNames: []string{"sts"}, categories: all},

	"autoscaling/v1.HorizontalPodAutoscaler": {shortNames: []string{"hpa"}, categories: all},
	"autoscaling/v2.HorizontalPodAutoscaler": {shortNames: []string{"hpa"}, categories: all},

	"batch/v1.CronJob": {shortNames: []string{"cj"}, categories: all},
	"batch/v1.Job":     {categories: all, fieldSelectors: []string{"metadata.name", "metadata.namespace", "status.successful"}},

	"apiextensions/v1.CustomResourceDefinition": {shortNames: []string{"crd", "crds"}},

	"certificates/v1.CertificateSigningRequest": {
		shortNames: []string{"csr"}, fieldSelectors: bySigner,
		subresources: []subresource{{name: "approval", verbs: subresourceVerbs}},
	},
	"certificates/v1beta1.CertificateSigningRequest": unserved,
	"certificates/v1beta1.ClusterTrustBundle":        {fieldSelectors: bySigner},
	"certificates/v1beta1.PodCertificateRequest": {
		fieldSelectors: []string{"metadata.name", "spec.signerName", "spec.podName", "spec.nodeName"},
	},
	"certificates/v1alpha1.ClusterTrustBundle": {fieldSelectors: bySigner},

	"coordination/v1beta1.Lease": unserved,

	"events/v1.Event": {shortNames: []string{"ev"}, fieldSelectors: []string{
		"reason", "regarding.kind", "regarding.namespace", "regarding.name", "regarding.uid", "regarding.apiVersion", "regarding.resourceVersion",
		"regarding.fieldPath", "reportingController", "type", "metadata.namespace", "metadata.name",
	}},

	"networking/v1.Ingress":            {shortNames: []string{"ing"}},
	"networking/v1.IPAddress":          {shortNames: []string{"ip"}},
	"networking/v1.NetworkPolicy":      {shortNames: []string{"netpol"}},
	"networking/v1beta1.Ingress":       unserved,
	"networking/v1beta1.IngressClass":  unserved,
	"networking/v1beta1.IPAddress":     {shortNames: []string{"ip"}},
	"policy/v1.PodDisruptionBudget":    {shortNames: []string{"pdb"}},
	"policy/v1.Eviction":               unserved,
	"resource/v1.ResourceSlice":        resourceSlice,
	"resource/v1beta1.ResourceSlice":   resourceSlice,
	"resource/v1beta2.ResourceSlice":   resourceSlice,
	"scheduling/v1.PriorityClass":      {shortNames: []string{"pc"}},
	"storage/v1.StorageClass":          {shortNames: []string{"sc"}},
	"storage/v1.VolumeAttributesClass": {shortNames: []string{"vac"}},

	"storage/v1beta1.VolumeAttributesClass": {shortNames: []string{"vac"}},

	"storage/v1beta1.CSIDriver":          unserved,
	"storage/v1beta1.CSINode":            unserved,
	"storage/v1beta1.CSIStorageCapacity": unserved,
	"storage/v1beta1.StorageClass":       unserved,
	"storage/v1beta1.VolumeAttachment":   unserved,

	"admissionregistration/v1alpha1.ValidatingAdmissionPolicy":        unserved,
	"admissionregistration/v1alpha1.ValidatingAdmissionPolicyBinding": unserved,
	"admissionregistration/v1beta1.MutatingWebhookConfiguration":      unserved,
	"admissionregistration/v1beta1.ValidatingWebhookConfiguration":    unserved,
	"admissionregistration/v1beta1.ValidatingAdmissionPolicy":         unserved,
	"admissionregistration/v1beta1.ValidatingAdmissionPolicyBinding":  unserved,
}
