export { ROOM_GRAPH as default } from './tests/rooms/room-graph.ts';
