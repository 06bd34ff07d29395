// Direct connections between two devices that play one battle: WebRTC data channels, without a server.
// src/app/platform/direct.rs loads this script when a player first wants such a connection.
(() => {
  const OPENING_TIMEOUT = 20_000; // milliseconds
  const ICE_GATHERING_TIMEOUT = 3_000; // milliseconds
  /** @type {Map<number, { connection: RTCPeerConnection, channel: RTCDataChannel }>} */
  const connections = new Map();
  /** @type {(id: number, what: 'state' | 'message' | 'failed', text: string) => void} */
  let report = () => {};

  const begin = (/** @type {number} */ id) => {
    const connection = new RTCPeerConnection();
    const channel = connection.createDataChannel('log', { negotiated: true, id: 0 });
    connections.set(id, { connection, channel });
    // A device in standby shows these states, too, and reconnects by itself. The connection therefore stays open.
    const isSilent = () => ['disconnected', 'failed'].includes(connection.connectionState);
    const reportState = () => {
      if (channel.readyState === 'open') report(id, 'state', isSilent() ? 'silent' : 'open');
      if (channel.readyState === 'closed') {
        // A closed channel never reopens. A new connection gets another id.
        connections.delete(id);
        report(id, 'state', 'closed');
      }
      // Only the device that offered reports a failure. The other waits as long as it shows its code.
      const hasAnswer = connection.signalingState === 'stable' && connection.localDescription?.type === 'offer';
      if (channel.readyState === 'connecting' && connection.connectionState === 'failed' && hasAnswer) report(id, 'failed', '');
    };
    connection.onconnectionstatechange = reportState;
    channel.onopen = reportState;
    channel.onclose = reportState;
    channel.onmessage = ({ data }) => typeof data === 'string' && report(id, 'message', data);
    return connection;
  };

  const find = (/** @type {number} */ id) => {
    const found = connections.get(id);
    if (!found) throw new Error(`no connection ${id}`);
    return found;
  };

  // The session description with all addresses (ICE candidates). Without a signalling server, none can be sent later.
  const gatheredDescription = (/** @type {RTCPeerConnection} */ connection) =>
    new Promise((resolve) => {
      const done = () => resolve(connection.localDescription?.sdp);
      if (connection.iceGatheringState === 'complete') return done();
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && done();
      setTimeout(done, ICE_GATHERING_TIMEOUT); // then the description has the addresses found so far
    });

  window.drumheadDirect = {
    listen: (/** @type {typeof report} */ listener) => void (report = listener),
    offer: async (/** @type {number} */ id) => {
      const connection = begin(id);
      await connection.setLocalDescription();
      return gatheredDescription(connection);
    },
    answer: async (/** @type {number} */ id, /** @type {string} */ sdp) => {
      const connection = begin(id);
      await connection.setRemoteDescription({ type: 'offer', sdp });
      await connection.setLocalDescription();
      return gatheredDescription(connection);
    },
    accept: async (/** @type {number} */ id, /** @type {string} */ sdp) => {
      const { connection, channel } = find(id);
      await connection.setRemoteDescription({ type: 'answer', sdp });
      // A connection that works opens within a second. Browsers would try for minutes.
      setTimeout(() => connections.has(id) && channel.readyState === 'connecting' && report(id, 'failed', ''), OPENING_TIMEOUT);
    },
    send: (/** @type {number} */ id, /** @type {string} */ text) => find(id).channel.send(text),
    close: (/** @type {number} */ id) => {
      connections.get(id)?.connection.close();
      connections.delete(id);
    },
  };
})();
