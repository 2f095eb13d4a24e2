package example;

import static example.Tap.equal;
import static example.Tap.eventually;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the fabric8 client can do on a cluster, as its documentation shows it, with each of its HTTP clients. */
public final class Cases {
  private final Tap tap = new Tap();
  private final KubernetesClient client;
  private final String namespace;

  private Cases(HttpClient.Factory factory, String name) {
    client = new KubernetesClientBuilder().withHttpClientFactory(factory).build();
    namespace = "software-fabric8-" + name;
  }

  public static void main(String[] args) {
    String name = args[0];
    HttpClient.Factory factory =
        switch (name) {
          case "jdk" -> new JdkHttpClientFactory();
          case "okhttp" -> new OkHttpClientFactory();
          case "vertx" -> new Vertx5HttpClientFactory();
          default -> throw new IllegalArgumentException(name);
        };
    Cases cases = new Cases(factory, name);
    cases.addAll();
    int failed = cases.tap.run();
    cases.client.close();
    System.exit(failed == 0 ? 0 : 1);
  }

  private void addAll() {
    tap.add("the version of the server is read", () -> equal(client.getKubernetesVersion().getMajor(), "1"));
    tap.add("a namespace is created", this::createsNamespace);
    tap.add("a Deployment becomes available", this::becomesAvailable);
    tap.add("a Deployment is scaled and waited for", this::scales);
    tap.add("an edit, a merge patch and a server-side apply are sent", this::patches);
    tap.add("a conflict is refused with its status", this::conflicts);
    tap.add("a watch sees an object come, change and go", this::watches);
    tap.add("an informer keeps an index of what it sees", this::informs);
    tap.add("lists are read in pages", this::pages);
    tap.add("custom resources are defaulted, validated and have a status", this::customResources);
    tap.add("a Job completes", this::completesJob);
    tap.add("the log of a Pod is read and followed", this::readsLogs);
    tap.add("a command runs in a container", this::executes);
    tap.add("a port of a Pod is forwarded", this::forwards);
    tap.add("a leader is elected by a Lease", this::elects);
    tap.add("a namespace is deleted with all that it holds", this::deletesNamespace);
  }

  private void createsNamespace() throws Exception {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    eventually(
        "a default account",
        () -> client.serviceAccounts().inNamespace(namespace).withName("default").get() != null);
  }

  private Deployment deployment() {
    Map<String, String> labels = Map.of("app", "web");
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .withReplicas(2)
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage("example.com/web:1")
        .addNewPort()
        .withContainerPort(80)
        .endPort()
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private void becomesAvailable() {
    client.apps().deployments().inNamespace(namespace).resource(deployment()).create();
    client.apps().deployments().inNamespace(namespace).withName("web").waitUntilReady(60, TimeUnit.SECONDS);
  }

  private void scales() {
    client.apps().deployments().inNamespace(namespace).withName("web").withTimeout(60, TimeUnit.SECONDS).scale(3);
    Deployment scaled =
        client
            .apps()
            .deployments()
            .inNamespace(namespace)
            .withName("web")
            .waitUntilCondition(
                each -> Integer.valueOf(3).equals(each.getStatus().getAvailableReplicas()), 60, TimeUnit.SECONDS);
    equal(scaled.getSpec().getReplicas(), 3);
  }

  private ConfigMap configMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().withData(data).build();
  }

  private void patches() {
    var settings = client.configMaps().inNamespace(namespace).withName("settings");
    client.configMaps().inNamespace(namespace).resource(configMap("settings", Map.of("a", "1"))).create();
    settings.edit(each -> new ConfigMapBuilder(each).addToData("b", "2").build());
    settings.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"a\":null}}");
    equal(settings.get().getData(), Map.of("b", "2"));
    ConfigMap applied =
        client
            .configMaps()
            .inNamespace(namespace)
            .resource(configMap("settings", Map.of("c", "3")))
            .fieldManager("java")
            .forceConflicts()
            .serverSideApply();
    equal(applied.getData(), Map.of("b", "2", "c", "3"));
  }

  private void conflicts() {
    ConfigMap stale = client.configMaps().inNamespace(namespace).withName("settings").get();
    client
        .configMaps()
        .inNamespace(namespace)
        .withName("settings")
        .edit(each -> new ConfigMapBuilder(each).addToData("d", "4").build());
    try {
      client.configMaps().inNamespace(namespace).resource(stale).lockResourceVersion().update();
    } catch (KubernetesClientException error) {
      equal(error.getCode(), 409);
      equal(error.getStatus().getReason(), "Conflict");
      return;
    }
    throw new AssertionError("the update of an old version was taken");
  }

  private void watches() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    Watcher<ConfigMap> watcher =
        new Watcher<>() {
          @Override
          public void eventReceived(Action action, ConfigMap object) {
            seen.add(action.name());
          }

          @Override
          public void onClose(WatcherException cause) {
            seen.add("closed: " + cause);
          }
        };
    try (Watch watch = client.configMaps().inNamespace(namespace).withName("seen").watch(watcher)) {
      var seenMap = client.configMaps().inNamespace(namespace);
      seenMap.resource(configMap("seen", Map.of())).create();
      seenMap.withName("seen").edit(each -> new ConfigMapBuilder(each).addToData("a", "1").build());
      seenMap.withName("seen").delete();
      eventually("three events, but " + seen, () -> seen.size() == 3);
    }
    equal(seen, List.of("ADDED", "MODIFIED", "DELETED"));
  }

  private void informs() throws Exception {
    List<String> added = new CopyOnWriteArrayList<>();
    ResourceEventHandler<Pod> handler =
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(Pod pod) {
            added.add(pod.getMetadata().getName());
          }

          @Override
          public void onUpdate(Pod before, Pod now) {}

          @Override
          public void onDelete(Pod pod, boolean unknown) {}
        };
    try (SharedIndexInformer<Pod> informer =
        client.pods().inNamespace(namespace).withLabel("app", "web").inform(handler)) {
      informer.addIndexers(Map.of("node", pod -> List.of(String.valueOf(pod.getSpec().getNodeName()))));
      eventually("three Pods", () -> informer.getStore().list().size() == 3 && added.size() == 3);
      String node = informer.getStore().list().get(0).getSpec().getNodeName();
      equal(informer.getIndexer().byIndex("node", node).isEmpty(), false);
    }
  }

  private void pages() {
    for (int number = 0; number < 7; number += 1) {
      ConfigMap page = configMap("page-" + number, Map.of());
      page.getMetadata().setLabels(Map.of("of", "pages"));
      client.configMaps().inNamespace(namespace).resource(page).create();
    }
    var maps = client.configMaps().inNamespace(namespace).withLabel("of", "pages");
    int count = 0;
    String more = null;
    do {
      var page = maps.list(new ListOptionsBuilder().withLimit(3L).withContinue(more).build());
      count += page.getItems().size();
      more = page.getMetadata().getContinue();
    } while (more != null && !more.isEmpty());
    equal(count, 7);
  }

  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: widgets.fabric8.example.com
      spec:
        group: fabric8.example.com
        scope: Namespaced
        names: { plural: widgets, singular: widget, kind: Widget }
        versions:
          - name: v1
            served: true
            storage: true
            subresources: { status: {} }
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: { type: object, properties: { size: { type: integer, minimum: 1, default: 3 } } }
                  status: { type: object, properties: { ready: { type: boolean } } }
      """;

  private void customResources() throws Exception {
    client.load(new ByteArrayInputStream(DEFINITION.getBytes(StandardCharsets.UTF_8))).serverSideApply();
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName("widgets.fabric8.example.com")
        .waitUntilCondition(
            each ->
                each.getStatus() != null
                    && each.getStatus().getConditions().stream()
                        .anyMatch(one -> one.getType().equals("Established") && one.getStatus().equals("True")),
            60,
            TimeUnit.SECONDS);
    var widgets = client.resources(Widget.class).inNamespace(namespace);
    Widget widget = new Widget();
    widget.getMetadata().setName("one");
    widget.setSpec(new Widget.Spec());
    eventually("a Widget is taken", () -> isCreated(widget));
    equal(widgets.withName("one").get().getSpec().size, 3);
    Widget.Status status = new Widget.Status();
    status.ready = true;
    widgets
        .withName("one")
        .editStatus(
            each -> {
              each.setStatus(status);
              return each;
            });
    equal(widgets.withName("one").get().getStatus().ready, true);
    try {
      widgets.withName("one").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"size\":0}}");
    } catch (KubernetesClientException error) {
      equal(error.getCode(), 422);
      return;
    }
    throw new AssertionError("an invalid size was taken");
  }

  private boolean isCreated(Widget widget) {
    try {
      client.resources(Widget.class).inNamespace(namespace).resource(widget).create();
      return true;
    } catch (KubernetesClientException error) {
      if (error.getCode() != 404) {
        throw error;
      }
      return false;
    }
  }

  private void completesJob() {
    client
        .batch()
        .v1()
        .jobs()
        .inNamespace(namespace)
        .resource(
            new JobBuilder()
                .withNewMetadata()
                .withName("work")
                .endMetadata()
                .withNewSpec()
                .withNewTemplate()
                .withNewSpec()
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("work")
                .withImage("example.com/work:1")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build())
        .create();
    client
        .batch()
        .v1()
        .jobs()
        .inNamespace(namespace)
        .withName("work")
        .waitUntilCondition(
            job -> job.getStatus() != null && Integer.valueOf(1).equals(job.getStatus().getSucceeded()),
            60,
            TimeUnit.SECONDS);
  }

  private void readsLogs() throws Exception {
    Pod pod = client.pods().inNamespace(namespace).withLabel("job-name", "work").list().getItems().get(0);
    var logged = client.pods().inNamespace(namespace).withName(pod.getMetadata().getName());
    equal(logged.getLog(), "first line\nsecond line\n");
    equal(logged.tailingLines(1).getLog(), "second line\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LogWatch watch = logged.watchLog(out)) {
      eventually("the log", () -> out.toString(StandardCharsets.UTF_8).equals("first line\nsecond line\n"));
    }
  }

  private String podName() {
    return client.pods().inNamespace(namespace).withLabel("app", "web").list().getItems().get(0).getMetadata().getName();
  }

  private void executes() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var pod = client.pods().inNamespace(namespace).withName(podName()).inContainer("web");
    try (ExecWatch watch = pod.writingOutput(out).exec("echo", "hello")) {
      equal(watch.exitCode().get(60, TimeUnit.SECONDS), 0);
    }
    equal(out.toString(StandardCharsets.UTF_8), "hello\n");
    try (ExecWatch watch = pod.writingOutput(out).exec("false")) {
      equal(watch.exitCode().get(60, TimeUnit.SECONDS), 1);
    }
  }

  private void forwards() throws Exception {
    try (LocalPortForward forward = client.pods().inNamespace(namespace).withName(podName()).portForward(80)) {
      URI uri = URI.create("http://127.0.0.1:" + forward.getLocalPort() + "/");
      HttpResponse<String> answer =
          java.net.http.HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      equal(answer.statusCode(), 200);
    }
  }

  private void elects() throws Exception {
    CountDownLatch leads = new CountDownLatch(1);
    CompletableFuture<?> election =
        client
            .leaderElector()
            .withConfig(
                new LeaderElectionConfigBuilder()
                    .withName("cases")
                    .withLeaseDuration(Duration.ofSeconds(15))
                    .withRenewDeadline(Duration.ofSeconds(10))
                    .withRetryPeriod(Duration.ofSeconds(1))
                    .withReleaseOnCancel(true)
                    .withLock(new LeaseLock(namespace, "leader", "java"))
                    .withLeaderCallbacks(new LeaderCallbacks(leads::countDown, () -> {}, leader -> {}))
                    .build())
            .build()
            .start();
    equal(leads.await(60, TimeUnit.SECONDS), true);
    election.cancel(true);
    // The client sends a merge patch without a holder, which keeps the old one, and a duration of one second.
    eventually(
        "the Lease is given up",
        () ->
            client.leases().inNamespace(namespace).withName("leader").get().getSpec().getLeaseDurationSeconds() == 1);
  }

  private void deletesNamespace() throws Exception {
    client.namespaces().withName(namespace).delete();
    eventually("the namespace goes", () -> client.namespaces().withName(namespace).get() == null);
    equal(client.pods().inNamespace(namespace).list().getItems(), List.of());
  }
}
