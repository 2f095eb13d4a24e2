// Command metrics is a controller-runtime program whose metrics tools/conformance/src/metrics compares with those of its twin there (twin.ts): a controller of the ConfigMaps of a
// namespace that ends each reconcile as the object's name says, behind a lease, with a webhook and a certificate that is read from files. It ends with SIGTERM.
package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	certutil "k8s.io/client-go/util/cert"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

func main() {
	namespace := flag.String("namespace", "default", "the namespace to work in")
	address := flag.String("metrics-bind-address", "127.0.0.1:8080", "where the metrics are")
	port := flag.Int("webhook-port", 9443, "where the webhook is")
	certificates := flag.String("webhook-cert-path", "", "where its certificate is put")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	must(writeCertificate(*certificates))

	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Cache:                         cache.Options{DefaultNamespaces: map[string]cache.Config{*namespace: {}}},
		Metrics:                       metricsserver.Options{BindAddress: *address},
		HealthProbeBindAddress:        "127.0.0.1:0",
		LeaderElection:                true,
		LeaderElectionID:              "metrics",
		LeaderElectionNamespace:       *namespace,
		LeaderElectionReleaseOnCancel: true,
		WebhookServer:                 webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certificates}),
	})
	must(err)
	must(manager.AddHealthzCheck("healthz", healthz.Ping))
	manager.GetWebhookServer().Register("/validate", &webhook.Admission{Handler: admission.HandlerFunc(
		func(context.Context, admission.Request) admission.Response { return admission.Allowed("") },
	)})
	must(ctrl.NewControllerManagedBy(manager).
		Named("metrics").
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 2, ReconciliationTimeout: 2 * time.Second}).
		Complete(&reconciler{seen: map[string]bool{}}))
	must(manager.Start(ctrl.SetupSignalHandler()))
}

type reconciler struct {
	mutex sync.Mutex
	seen  map[string]bool
}

// Reconcile ends as the object's name says, and the second time well.
func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if r.again(request.Name) {
		return ctrl.Result{}, nil
	}
	switch request.Name {
	case "requeue-after":
		return ctrl.Result{RequeueAfter: time.Hour}, nil
	case "requeue":
		return ctrl.Result{Requeue: true}, nil //nolint:staticcheck // It is counted under a label of its own.
	case "error":
		return ctrl.Result{}, errors.New("as asked")
	case "terminal-error":
		return ctrl.Result{}, reconcile.TerminalError(errors.New("as asked"))
	case "panic":
		panic("as asked")
	case "timeout":
		<-ctx.Done()
	}
	return ctrl.Result{}, nil
}

// again says whether an object of that name was there before.
func (r *reconciler) again(name string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	seen := r.seen[name]
	r.seen[name] = true
	return seen
}

func writeCertificate(folder string) error {
	certificate, key, err := certutil.GenerateSelfSignedCertKey("localhost", nil, nil)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "tls.crt"), certificate, 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "tls.key"), key, 0o600)
}

func must(err error) {
	if err != nil && !strings.Contains(err.Error(), "context canceled") {
		panic(err)
	}
}
