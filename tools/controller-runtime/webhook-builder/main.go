// Command webhook-builder serves webhooks that use the whole of controller-runtime's webhook builder: typed and
// unstructured objects, custom paths, warnings, context functions, recovered panics, handlers and converters. An API
// server calls it behind tools/conformance/src/webhooks, which compares what kube-apiserver and the embedded API server
// send, and what their clients get. It ends with SIGTERM.
package main

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"

	v1 "kb/tools/controller-runtime/webhooks/v1"
	v2 "kb/tools/controller-runtime/webhooks/v2"
)

func main() {
	port := flag.Int("webhook-port", 9443, "where the webhooks are")
	certificates := flag.String("webhook-cert-path", "", "where their certificate is")
	flag.Parse()
	ctrl.SetLogger(zap.New())

	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:        newScheme(),
		Metrics:       metricsserver.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certificates}),
	})
	must(err)
	must(ctrl.NewWebhookManagedBy(manager, &corev1.ConfigMap{}).
		WithDefaulter(&configMapDefaulter{}, admission.DefaulterRemoveUnknownOrOmitableFields).
		WithDefaulterCustomPath("/defaults/config-maps").
		WithValidator(&configMapValidator{}).
		WithValidatorCustomPath("/checks/config-maps").
		WithContextFunc(withQuery).
		RecoverPanic(true).
		Complete())
	must(ctrl.NewWebhookManagedBy(manager, newDeployment()).
		WithCustomDefaulter(&deploymentDefaulter{}).
		WithCustomValidator(&deploymentValidator{}).
		Complete())
	must(ctrl.NewWebhookManagedBy(manager, &v1.CronJob{}).
		WithConverter(func(*runtime.Scheme) (conversion.Converter, error) { return scheduleConverter{}, nil }).
		Complete())
	server := manager.GetWebhookServer()
	decoder := admission.NewDecoder(manager.GetScheme())
	server.Register("/handlers/secrets", &admission.Webhook{Handler: &secretHandler{decoder}})
	server.Register("/handlers/scales", &admission.Webhook{
		Handler: admission.MultiMutatingHandler(&scaleMarker{decoder}, &scaleLimiter{decoder}),
	})
	must(manager.Start(ctrl.SetupSignalHandler()))
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	// In a group of their own, so that both programs can run behind one API server.
	first := schema.GroupVersion{Group: "builder.example.com", Version: "v1"}
	second := schema.GroupVersion{Group: "builder.example.com", Version: "v2"}
	scheme.AddKnownTypes(first, &v1.CronJob{})
	scheme.AddKnownTypes(second, &v2.CronJob{})
	metav1.AddToGroupVersion(scheme, first)
	metav1.AddToGroupVersion(scheme, second)
	return scheme
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
