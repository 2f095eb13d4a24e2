// Command operator is a controller-runtime operator that does what tools/bench/src/runtime/operator/operator.ts does, in the same way: what the benchmark compares.
//
// It reconciles the AppServices of a namespace. With -children it writes a ConfigMap for each that has none; else it writes nothing. It says on standard output, as a line of
// JSON, when it has done so for as many as -objects says, and then, when it has heard of as many changes as -events says that carry the time of their sending, how long after
// that it reconciled each. Times are nanoseconds of the machine's monotonic clock, which all processes share.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	metav1apply "k8s.io/client-go/applyconfigurations/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"kb/tools/controller-runtime/api"
)

// sentAnnotation carries the time when a change was sent.
const sentAnnotation = "bench.example.com/sent"

func main() {
	namespace := flag.String("namespace", "default", "the namespace to work in")
	objects := flag.Int("objects", 0, "say so when so many are reconciled")
	workers := flag.Int("workers", 1, "reconciles at one time")
	events := flag.Int("events", 0, "say how late so many changes were")
	children := flag.Bool("children", false, "write a ConfigMap for each")
	leaderElect := flag.Bool("leader-elect", false, "be elected first")
	flag.Parse()
	ctrl.SetLogger(zap.New())

	scheme := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	must(api.AddToScheme(scheme))
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme: scheme,
		Cache:  cache.Options{DefaultNamespaces: map[string]cache.Config{*namespace: {}}},
		// Probes and metrics, as the manager's manifest asks for.
		HealthProbeBindAddress:        "127.0.0.1:0",
		LeaderElection:                *leaderElect,
		LeaderElectionID:              "operator.bench.example.com",
		LeaderElectionNamespace:       *namespace,
		LeaderElectionReleaseOnCancel: true,
		Metrics:                       metricsserver.Options{BindAddress: "127.0.0.1:0"},
	})
	must(err)

	reconciler := &reconciler{client: manager.GetClient(), children: *children, counter: counter{objects: *objects, events: *events}}
	builder := ctrl.NewControllerManagedBy(manager).
		For(&api.AppService{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers})
	if *children {
		builder = builder.Owns(&corev1.ConfigMap{})
	}
	must(builder.Complete(reconciler))
	must(manager.Start(ctrl.SetupSignalHandler()))
}

type reconciler struct {
	client   client.Client
	children bool
	counter  counter
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	running := now()
	var app api.AppService
	if err := r.client.Get(ctx, request.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if r.children {
		wrote, err := r.writeChild(ctx, &app)
		if err != nil || !wrote {
			return ctrl.Result{}, err
		}
	}
	r.counter.count(running, app.Annotations[sentAnnotation])
	return ctrl.Result{}, nil
}

// writeChild applies the ConfigMap of an AppService, unless it is as it should be.
func (r *reconciler) writeChild(ctx context.Context, app *api.AppService) (bool, error) {
	var child corev1.ConfigMap
	err := r.client.Get(ctx, client.ObjectKeyFromObject(app), &child)
	if client.IgnoreNotFound(err) != nil {
		return false, err
	}
	if err == nil && child.Data["image"] == app.Spec.Image {
		return false, nil
	}
	wanted := corev1apply.ConfigMap(app.Name, app.Namespace).
		WithOwnerReferences(metav1apply.OwnerReference().
			WithAPIVersion(api.GroupVersion.String()).
			WithKind("AppService").
			WithName(app.Name).
			WithUID(app.UID).
			WithController(true).
			WithBlockOwnerDeletion(true)).
		WithData(map[string]string{"image": app.Spec.Image})
	return true, r.client.Apply(ctx, wanted, client.FieldOwner("operator"), client.ForceOwnership)
}

// counter counts what was reconciled.
type counter struct {
	mutex     sync.Mutex
	objects   int
	events    int
	done      int
	first     int64
	last      int64
	latencies []int64
}

// count counts a reconcile that began at a time, of an object that says when it was sent.
func (c *counter) count(running int64, sent string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.done++; c.done == 1 {
		c.first = running
	}
	switch {
	case c.done == c.objects:
		c.last = now()
		say(map[string]any{"reconciled": c.done, "first": c.first, "last": c.last})
	case c.done > c.objects && sent != "":
		if at, err := strconv.ParseInt(sent, 10, 64); err == nil && at > c.last {
			c.latencies = append(c.latencies, running-at)
			if len(c.latencies) == c.events {
				say(map[string]any{"latencies": c.latencies})
			}
		}
	}
}

func say(line map[string]any) {
	text, err := json.Marshal(line)
	must(err)
	_, err = os.Stdout.Write(append(text, '\n'))
	must(err)
}

// now is the monotonic clock.
func now() int64 {
	var at unix.Timespec
	must(unix.ClockGettime(unix.CLOCK_MONOTONIC, &at))
	return at.Nano()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
