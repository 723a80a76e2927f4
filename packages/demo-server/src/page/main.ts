// The page's program: it takes events from the server and draws, at most once a frame.
import type { LiveEvent } from '../figures/live-events.js';
import type { PictureRow, Recording } from '../figures/recording.js';
import { blockStory, showBlock, showQueues } from './block.js';
import { Cards } from './cards.js';
import { makeCharts } from './charts.js';
import { Controls } from './controls.js';
import { byId } from './dom.js';
import { Model, seriesClass } from './model.js';
import { sendBlock, sendOrder, sendStop } from './orders.js';
import { liveRows, Picture } from './picture.js';
import { showResults } from './results.js';
import { recordedStory, storyOf, storyToTell } from './story.js';

const model = new Model();
const controls = new Controls();
const picture = new Picture(byId('bars', HTMLElement));
const more = byId('more', HTMLDetailsElement);
const cards = new Cards(
  byId('approaches', HTMLUListElement),
  byId('more-approaches', HTMLUListElement),
  (id) => void run([id]),
);
const charts = makeCharts();
byId('charts', HTMLElement).append(...charts.map(({ node }) => node));
const table = byId('results', HTMLTableElement);
const problem = byId('problem', HTMLElement);
const connection = byId('connection', HTMLElement);
const runAll = byId('run-all', HTMLButtonElement);
const stop = byId('stop', HTMLButtonElement);
const letGo = byId('let-go', HTMLButtonElement);
const story = byId('story', HTMLElement);
const doubt = byId('doubt', HTMLElement);
const blocked = byId('blocked', HTMLUListElement);
const blockedQueues = byId('blocked-queues', HTMLUListElement);
const queuesNote = byId('queues-note', HTMLParagraphElement);
const fate = byId('fate', HTMLElement);
const blockButtons = [...document.querySelectorAll<HTMLButtonElement>('[data-block-seconds]')];
const scroll = byId('scroll', HTMLElement);
const scrollHint = byId('scroll-hint', HTMLElement);

controls.onWorkload(draw);
controls.onSubmit(() => {
  const wanted = model.approachesOf(controls.workload).filter(({ byDefault }) => byDefault);
  void run(wanted.map(({ id }) => id));
});
for (const button of [stop, letGo]) button.addEventListener('click', () => void sendStop().then(complain));
for (const button of blockButtons) {
  const seconds = Number(button.dataset['blockSeconds']);
  button.addEventListener('click', () => void sendBlock({ seconds }).then(complain));
}

let drawingRequested = false;
let recording: Recording | undefined;
void loadRecording();

async function loadRecording(): Promise<void> {
  try {
    const response = await fetch('/page/recorded.json');
    if (response.ok) recording = (await response.json()) as Recording;
  } catch {
    // Without a recording, the page begins without a picture.
  }
  requestDrawing();
}

let connected = false;
const events = new EventSource('/events');
events.addEventListener('open', () => setConnected(true));
// The browser tries again by itself.
events.addEventListener('error', () => setConnected(false));
events.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const event = JSON.parse(data) as LiveEvent;
  model.apply(event);
  if (event.type === 'snapshot') controls.setLimits(event.limits);
  if (event.type === 'run' && event.state.phase === 'failed') {
    complain(`${model.titleOf(event.state.approach)} failed: ${event.state.reason ?? 'no reason given'}`);
  }
  requestDrawing();
});

async function run(approaches: readonly string[]): Promise<void> {
  if (!controls.isValid()) return;
  complain(await sendOrder(controls.order(approaches)));
}

function complain(text: string | undefined): void {
  problem.textContent = text ?? '';
  problem.hidden = text === undefined;
}

function setConnected(now: boolean): void {
  connected = now;
  requestDrawing();
}

addEventListener('resize', requestDrawing);

function requestDrawing(): void {
  if (drawingRequested) return;
  drawingRequested = true;
  requestAnimationFrame(() => {
    drawingRequested = false;
    draw();
  });
}

function draw(): void {
  const { workload } = controls;
  const busy = model.busy();
  const idle = busy === undefined && !model.blocking;
  setText(connection, connected ? (idle ? 'live' : 'measuring') : 'not connected; trying again');
  connection.classList.toggle('live', connected);
  connection.classList.toggle('running', !idle);
  runAll.disabled = !connected || model.refuses;
  stop.disabled = !connected || busy === undefined;
  letGo.disabled = !connected || !model.blocking;
  for (const button of blockButtons) button.disabled = !connected || model.refuses;
  drawBlock();
  cards.show(model, workload);
  more.hidden = model.approachesOf(workload).every(({ byDefault }) => byDefault);
  drawCharts();
  showResults(table, model, workload);
  scrollHint.hidden = scroll.scrollWidth <= scroll.clientWidth;
  drawPicture();
  setText(byId('about', HTMLElement), model.about);
}

/**
 * Shows the recorded bars until all approaches have had a turn on this machine. The recorded headline stays until there is one of this
 * machine, but is not shown beside another load than the recorded one.
 */
function drawPicture(): void {
  const { workload } = controls;
  const rows = liveRows(model, workload);
  const isLive = rows.length > 0;
  const shown = workload === 'quote' ? recording : undefined;
  picture.show(isLive ? rows : (shown?.rows ?? rows));
  const isSameLoad = model.latest(workload).every(({ state }) => state.automatic);
  const live = isLive || shown === undefined ? storyOf(model, workload, rows) : undefined;
  const { headline, note } = storyToTell(
    live,
    shown !== undefined && isSameLoad ? recordedStory(shown) : undefined,
  );
  setText(story, headline);
  setText(doubt, note);
  setText(
    byId('source', HTMLElement),
    isLive ? liveSource(rows) : shown === undefined ? '' : recordedSource(shown),
  );
}

function recordedSource({ date, documents, connections, machine, rows }: Recording): string {
  const next =
    model.busy() === undefined ? 'Press “Run all” for this machine.' : 'This machine is being measured now.';
  return (
    `Recorded ${date}: ${documents} documents a quote, ${connections} connections, ` +
    `${rows[0].waits.length} rounds; ${machine}. ${next}`
  );
}

function liveSource(rows: readonly PictureRow[]): string {
  const rounds = rows[0]?.waits.length ?? 0;
  const goesOn = model.busy() === undefined ? '' : ' It goes on.';
  return `Live, this machine: ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, a second for each in turn.${goesOn}`;
}

/** Shows the recorded hold until threads are held on this machine. */
function drawBlock(): void {
  const state = model.block ?? recording?.block;
  showBlock(blocked, state);
  const isRecorded = model.block === undefined && recording !== undefined;
  drawQueues();
  setText(fate, `${isRecorded ? `Recorded ${recording?.date ?? ''}. ` : ''}${blockStory(state)}`);
}

/** Shows what became of RabbitMQ clients: as recorded where there is no broker, and until threads are held on this machine. */
function drawQueues(): void {
  const state = model.block?.queues === undefined ? recording?.block : model.block;
  queuesNote.hidden = state?.queues === undefined;
  if (state?.queues === undefined) return;
  const { seconds, queues } = state;
  const when = state === model.block ? '' : 'Recorded: ';
  setText(
    queuesNote,
    `${when}RabbitMQ clients with a heartbeat of 2 s, held for ${seconds} s in the middle of a job:`,
  );
  showQueues(blockedQueues, queues);
}

function drawCharts(): void {
  const { workload } = controls;
  const approaches = model.approachesOf(workload);
  const runs = approaches.flatMap((approach) => {
    const view = model.run(workload, approach.id);
    return view === undefined ? [] : [{ approach, view }];
  });
  const seconds = Math.ceil(
    Math.max(1, ...runs.map(({ view }) => (view.turns.at(-1)?.sample.at ?? 0) / 1_000)),
  );
  for (const chart of charts) {
    const series = runs.map(({ approach, view }) => ({
      title: approach.title,
      className: seriesClass(approach, approaches),
      points: chart.points(view),
    }));
    chart.show(series, seconds);
  }
}

/** Sets a text only if it is new, because screen readers speak whenever a live region is written to. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
