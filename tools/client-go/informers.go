package main

import (
	"context"
	"fmt"
	"sort"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

// log keeps what handlers are told, in order.
type log struct {
	mutex sync.Mutex
	lines []string
}

func (l *log) add(format string, values ...any) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(format, values...))
}

func (l *log) count() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return len(l.lines)
}

func (l *log) has(line string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, one := range l.lines {
		if one == line {
			return true
		}
	}
	return false
}

func (l *log) print(what string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, line := range l.lines {
		say("%s: %s", what, line)
	}
}

// handler writes what an informer says into a log; the objects of a first list come in any order, so they are only counted.
func (l *log) handler(describe func(metav1.Object) string) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, initial bool) {
			if !initial {
				l.add("added %s", describe(object.(metav1.Object)))
			}
		},
		UpdateFunc: func(before, after any) {
			if before.(metav1.Object).GetResourceVersion() != after.(metav1.Object).GetResourceVersion() {
				l.add("updated %s", describe(after.(metav1.Object)))
			}
		},
		DeleteFunc: func(object any) {
			if lost, is := object.(cache.DeletedFinalStateUnknown); is {
				object = lost.Obj
			}
			l.add("deleted %s", object.(metav1.Object).GetName())
		},
	}
}

func settingsOf(object metav1.Object) string {
	return fmt.Sprintf("%s %v", object.GetName(), object.(*corev1.ConfigMap).Data)
}

func createSettings(s *story, clientset kubernetes.Interface, name, value string) {
	_, err := clientset.CoreV1().ConfigMaps(s.namespace).Create(s.ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"of": value}}, Data: map[string]string{"value": value},
	}, metav1.CreateOptions{})
	must(err)
}

func sharedInformers(s *story) {
	for index := range 3 {
		createSettings(s, s.clientset, fmt.Sprintf("first-%d", index), "a")
	}
	factory := informers.NewSharedInformerFactoryWithOptions(s.clientset, 0, informers.WithNamespace(s.namespace))
	settings := factory.Core().V1().ConfigMaps()
	deployments := factory.Apps().V1().Deployments()
	must(settings.Informer().AddIndexers(cache.Indexers{"value": func(object any) ([]string, error) {
		return []string{object.(*corev1.ConfigMap).Data["value"]}, nil
	}}))
	told := &log{}
	registration, err := settings.Informer().AddEventHandler(told.handler(settingsOf))
	must(err)
	_, err = deployments.Informer().AddEventHandler(told.handler(func(object metav1.Object) string {
		return fmt.Sprintf("%s %d", object.GetName(), *object.(*appsv1.Deployment).Spec.Replicas)
	}))
	must(err)
	ctx, stop := context.WithCancel(s.ctx)
	factory.Start(ctx.Done())
	for kind, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			must(fmt.Errorf("%v has not synced", kind))
		}
	}
	cache.WaitForCacheSync(ctx.Done(), registration.HasSynced)
	say("synced: %t %t", settings.Informer().HasSynced(), registration.HasSynced())
	listed, err := settings.Lister().ConfigMaps(s.namespace).List(labels.SelectorFromSet(labels.Set{"of": "a"}))
	must(err)
	say("listed: %d", len(listed))

	client := s.clientset.CoreV1().ConfigMaps(s.namespace)
	createSettings(s, s.clientset, "later", "b")
	eventually("the addition is told", func() bool { return told.count() == 1 })
	_, err = client.Patch(s.ctx, "later", types.MergePatchType, []byte(`{"data":{"value":"c"}}`), metav1.PatchOptions{})
	must(err)
	eventually("the change is told", func() bool { return told.count() == 2 })
	must(client.Delete(s.ctx, "first-0", metav1.DeleteOptions{}))
	eventually("the deletion is told", func() bool { return told.count() == 3 })
	_, err = s.clientset.AppsV1().Deployments(s.namespace).Create(s.ctx, deploymentOf("web"), metav1.CreateOptions{})
	must(err)
	eventually("the deployment is told", func() bool { return told.count() == 4 })
	indexed, err := settings.Informer().GetIndexer().ByIndex("value", "c")
	must(err)
	say("indexed: %d", len(indexed))
	_, err = settings.Lister().ConfigMaps(s.namespace).Get("first-0")
	say("gone: %t", apierrors.IsNotFound(err))
	stop()
	factory.Shutdown()
	told.print("told")
}

func otherInformers(s *story) {
	told := &log{}
	objects := dynamic.NewForConfigOrDie(s.config)
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(objects, 0, s.namespace, func(options *metav1.ListOptions) { options.LabelSelector = "seen=yes" })
	partial := metadatainformer.NewFilteredSharedInformerFactory(metadata.NewForConfigOrDie(s.config), 0, s.namespace, nil)
	whole := factory.ForResource(gadgets).Informer()
	names := partial.ForResource(gadgets).Informer()
	_, err := whole.AddEventHandler(told.handler(func(object metav1.Object) string { return object.GetName() }))
	must(err)
	heads := &log{}
	_, err = names.AddEventHandler(heads.handler(func(object metav1.Object) string { return fmt.Sprintf("%s %v", object.GetName(), object.GetLabels()) }))
	must(err)
	ctx, stop := context.WithCancel(s.ctx)
	factory.Start(ctx.Done())
	partial.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	partial.WaitForCacheSync(ctx.Done())
	client := objects.Resource(gadgets).Namespace(s.namespace)
	_, err = client.Create(s.ctx, gadget("one", "red"), metav1.CreateOptions{})
	must(err)
	for step, change := range []string{`{"metadata":{"labels":{"seen":"yes"}}}`, `{"spec":{"colour":"green"}}`, `{"metadata":{"labels":{"seen":null}}}`} {
		_, err = client.Patch(s.ctx, "one", types.MergePatchType, []byte(change), metav1.PatchOptions{})
		must(err)
		eventually("the change is told", func() bool { return told.count() == step+1 && heads.count() == step+2 })
	}
	must(client.Delete(s.ctx, "one", metav1.DeleteOptions{}))
	eventually("the deletion is told", func() bool { return heads.count() == 5 })
	stop()
	factory.Shutdown()
	partial.Shutdown()
	told.print("with the label")
	heads.print("metadata")
}

// disconnected loses the connection of an informer, changes what it watches, and lets it find out when its history is gone.
func disconnected(s *story) {
	gate, config := gated(s.config)
	watcher := kubernetes.NewForConfigOrDie(config)
	for index := range 4 {
		createSettings(s, s.clientset, fmt.Sprintf("s-%d", index), "before")
	}
	factory := informers.NewSharedInformerFactoryWithOptions(watcher, 0, informers.WithNamespace(s.namespace))
	informer := factory.Core().V1().ConfigMaps().Informer()
	told := &log{}
	_, err := informer.AddEventHandler(told.handler(settingsOf))
	must(err)
	ctx, stop := context.WithCancel(s.ctx)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	client := s.clientset.CoreV1().ConfigMaps(s.namespace)
	for round, compacted := range []bool{false, true} {
		gate.shut()
		value := fmt.Sprintf("round-%d", round)
		_, err = client.Patch(s.ctx, "s-3", types.MergePatchType, []byte(fmt.Sprintf(`{"data":{"value":%q}}`, value)), metav1.PatchOptions{})
		must(err)
		must(client.Delete(s.ctx, fmt.Sprintf("s-%d", round), metav1.DeleteOptions{}))
		createSettings(s, s.clientset, fmt.Sprintf("new-%d", round), value)
		if compacted {
			s.compact()
		}
		gate.open()
		eventually("all is told", func() bool {
			return told.has(fmt.Sprintf("updated s-3 map[value:%s]", value)) && told.has(fmt.Sprintf("deleted s-%d", round)) && told.has(fmt.Sprintf("added new-%d map[value:%s]", round, value))
		})
	}
	stop()
	factory.Shutdown()
	// What happened in between comes in the order of a list, or in that in which it happened.
	sort.Strings(told.lines)
	told.print("told")
	var left []string
	for _, object := range informer.GetStore().List() {
		left = append(left, settingsOf(object.(metav1.Object)))
	}
	sort.Strings(left)
	say("left: %v", left)
}
