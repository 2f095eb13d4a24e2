package main

import (
	"context"
	"fmt"
	"sort"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	toolswatch "k8s.io/client-go/tools/watch"
)

// leaderElection has two candidates: the second leads when the first lets go.
func leaderElection(s *story) {
	start := func(identity string, began *atomic.Bool) (context.CancelFunc, <-chan struct{}) {
		ctx, stop := context.WithCancel(s.ctx)
		lock, err := resourcelock.New(resourcelock.LeasesResourceLock, s.namespace, "leader", s.clientset.CoreV1(), s.clientset.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: identity})
		must(err)
		elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
			Lock: lock, LeaseDuration: 2 * time.Minute, RenewDeadline: time.Minute, RetryPeriod: 100 * time.Millisecond, ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { began.Store(true) },
				OnStoppedLeading: func() {},
			},
		})
		must(err)
		ended := make(chan struct{})
		go func() { defer close(ended); elector.Run(ctx) }()
		return stop, ended
	}
	var first, second atomic.Bool
	stopFirst, firstEnded := start("first", &first)
	eventually("the first leads", first.Load)
	stopSecond, secondEnded := start("second", &second)
	holder := func() string {
		found, err := s.clientset.CoordinationV1().Leases(s.namespace).Get(s.ctx, "leader", metav1.GetOptions{})
		must(err)
		return fmt.Sprintf("%s, %d transitions", *found.Spec.HolderIdentity, *found.Spec.LeaseTransitions)
	}
	say("held by %s; the second leads: %t", holder(), second.Load())
	stopFirst()
	<-firstEnded
	eventually("the second leads", second.Load)
	say("held by %s", holder())
	stopSecond()
	<-secondEnded
	say("held by %q", holder())
}

// eventRecorders writes events of both groups.
func eventRecorders(s *story) {
	settings, err := s.clientset.CoreV1().ConfigMaps(s.namespace).Create(s.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "settings"}}, metav1.CreateOptions{})
	must(err)
	broadcaster := record.NewBroadcaster()
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: s.clientset.CoreV1().Events(s.namespace)})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "painter", Host: "far"})
	for range 3 {
		recorder.Event(settings, corev1.EventTypeNormal, "Painted", "It is red now.")
	}
	recorder.AnnotatedEventf(settings, map[string]string{"a": "b"}, corev1.EventTypeWarning, "Fell", "It fell %d times.", 2)
	list := func(selector string) []corev1.Event {
		found, err := s.clientset.CoreV1().Events(s.namespace).List(s.ctx, metav1.ListOptions{FieldSelector: selector})
		must(err)
		sort.Slice(found.Items, func(i, j int) bool { return found.Items[i].Reason < found.Items[j].Reason })
		return found.Items
	}
	eventually("the events are there", func() bool {
		found := list("involvedObject.name=settings,reason=Painted")
		return len(found) == 1 && found[0].Count == 3 && len(list("reason=Fell")) == 1
	})
	for _, event := range list("source=painter") {
		say("core event: %s %s %q x%d of %s %s %v, %s", event.Type, event.Reason, event.Message, event.Count, event.InvolvedObject.Kind, event.InvolvedObject.Name, event.Annotations, event.Source.Component)
	}
	broadcaster.Shutdown()

	modern := events.NewBroadcaster(&events.EventSinkImpl{Interface: s.clientset.EventsV1()})
	must(modern.StartRecordingToSinkWithContext(s.ctx))
	turner := modern.NewRecorder(scheme.Scheme, "example.com/turner")
	for range 3 {
		turner.Eventf(settings, nil, corev1.EventTypeNormal, "Turned", "Turning", "It turns %s.", "left")
	}
	var found *eventsv1.EventList
	eventually("the new event is there", func() bool {
		found, err = s.clientset.EventsV1().Events(s.namespace).List(s.ctx, metav1.ListOptions{FieldSelector: "reason=Turned"})
		must(err)
		return len(found.Items) == 1 && found.Items[0].Series != nil
	})
	event := found.Items[0]
	say("new event: %s %s %s %q x%d of %s by %s", event.Type, event.Reason, event.Action, event.Note, event.Series.Count, event.Regarding.Name, event.ReportingController)
	modern.Shutdown()
}

// scaleClient scales what has a scale, whatever it is.
func scaleClient(s *story) {
	_, err := s.clientset.AppsV1().Deployments(s.namespace).Create(s.ctx, deploymentOf("web"), metav1.CreateOptions{})
	must(err)
	_, err = dynamic.NewForConfigOrDie(s.config).Resource(gadgets).Namespace(s.namespace).Create(s.ctx, gadget("web", "red"), metav1.CreateOptions{})
	must(err)
	client := discovery.NewDiscoveryClientForConfigOrDie(s.config)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	scales, err := scale.NewForConfig(s.config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client))
	must(err)
	for _, resource := range []schema.GroupResource{{Group: "apps", Resource: "deployments"}, gadgets.GroupResource()} {
		found, err := scales.Scales(s.namespace).Get(s.ctx, resource, "web", metav1.GetOptions{})
		must(err)
		found.Spec.Replicas = 4
		found, err = scales.Scales(s.namespace).Update(s.ctx, resource, found, metav1.UpdateOptions{})
		must(err)
		show(resource.String(), found)
		found, err = scales.Scales(s.namespace).Patch(s.ctx, resource.WithVersion("v1"), "web", types.MergePatchType, []byte(`{"spec":{"replicas":2}}`), metav1.PatchOptions{})
		must(err)
		say("%s: %d", resource.String(), found.Spec.Replicas)
	}
	_, err = scales.Scales(s.namespace).Get(s.ctx, schema.GroupResource{Resource: "configmaps"}, "web", metav1.GetOptions{})
	say("configmaps have no scale: %t", err != nil)
}

// watchTools uses what client-go offers beside informers.
func watchTools(s *story) {
	client := s.clientset.CoreV1().ConfigMaps(s.namespace)
	createSettings(s, s.clientset, "one", "a")
	first, err := client.List(s.ctx, metav1.ListOptions{})
	must(err)
	watcher := &cache.ListWatch{WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
		return client.Watch(ctx, options)
	}}
	retrying, err := toolswatch.NewRetryWatcherWithContext(s.ctx, first.ResourceVersion, watcher)
	must(err)
	createSettings(s, s.clientset, "two", "b")
	_, err = client.Patch(s.ctx, "two", types.MergePatchType, []byte(`{"data":{"value":"c"}}`), metav1.PatchOptions{})
	must(err)
	must(client.Delete(s.ctx, "two", metav1.DeleteOptions{}))
	for range 3 {
		event := <-retrying.ResultChan()
		say("retry watcher: %s %s", event.Type, settingsOf(event.Object.(*corev1.ConfigMap)))
	}
	retrying.Stop()

	timeout := int64(3)
	ending, err := client.Watch(s.ctx, metav1.ListOptions{ResourceVersion: first.ResourceVersion, TimeoutSeconds: &timeout, LabelSelector: "of=b"})
	must(err)
	for event := range ending.ResultChan() {
		say("until its time was over: %s %s", event.Type, settingsOf(event.Object.(*corev1.ConfigMap)))
	}
	initial := true
	streaming, err := client.Watch(s.ctx, metav1.ListOptions{
		SendInitialEvents: &initial, AllowWatchBookmarks: true, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan, FieldSelector: "metadata.name=one",
	})
	must(err)
	for event := range streaming.ResultChan() {
		item := event.Object.(*corev1.ConfigMap)
		say("streamed: %s %q %v", event.Type, item.Name, item.Annotations)
		if event.Type == watch.Bookmark {
			break
		}
	}
	streaming.Stop()
	old, err := client.Watch(s.ctx, metav1.ListOptions{ResourceVersion: "not-a-version"})
	say("bad version: %t", old == nil)
	sayError("bad version", err)
}
